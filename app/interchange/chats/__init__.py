"""Chats of SillyTavern: reading their files, and the scenarios and lines that games are made of."""
