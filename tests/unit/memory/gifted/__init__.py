"""Tests of gifted memories: making them, seeding them, finding them."""
