"""What a model is sent: the conversation of a run, shown so that it fits what the model can read."""
