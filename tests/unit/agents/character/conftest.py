"""No test here may reach a real model."""

from pydantic_ai import models

models.ALLOW_MODEL_REQUESTS = False
