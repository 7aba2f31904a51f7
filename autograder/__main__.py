import sys

from autograder.cli import MODULE, main

sys.exit(main(prog=MODULE))
