"""What has happened and what is seen, as prose."""
