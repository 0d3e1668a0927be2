"""A turn of the offline narrator while it is carried out: the things that are meant, outcomes in prose, voices."""
