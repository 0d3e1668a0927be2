"""The activities, goals and plans of people, and the pending jobs of their minds."""
