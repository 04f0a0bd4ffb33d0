"""The games, a file for each or for a family: whatever ``GAMES`` a file here has is played."""
