"""Commands, the bus that finds their handlers, the handlers, and the events they return."""
