"""What handlers ask of the use cases above them."""
