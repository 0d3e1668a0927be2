"""What is checked before a release: licences, names, contents."""
