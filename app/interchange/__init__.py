"""Import and export of files of other programs: character cards and agents."""
