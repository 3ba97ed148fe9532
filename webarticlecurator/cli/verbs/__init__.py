"""The commands of ``curator``, one file for each verb; imported when they are run."""
