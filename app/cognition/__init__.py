"""When people perceive, plan, reflect, act and talk, and what follows from it; how a mind thinks lies in agents."""
