"""The library: values, advice, puzzles and reviews; ``manni`` offers its names to users."""
