"""The pages and features from which the models learn, and the files of the models."""
