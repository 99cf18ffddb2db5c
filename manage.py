#!/usr/bin/env python
"""Django's command line for this project: `python manage.py help` lists what it can do."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    from django.core.management import execute_from_command_line

    from scorekeeper.serving.private_files import OTHERS

    os.umask(OTHERS)  # whatever a command makes is its owner's only
    execute_from_command_line(sys.argv)
