"""Files that other programs write and read: character cards and agents."""
