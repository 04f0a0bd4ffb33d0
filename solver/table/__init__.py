"""A deal or a game at the table, played step by step: it prints nothing and waits for nobody."""
