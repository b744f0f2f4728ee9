"""What NumPy finds in a file of bandit feedback: `arrays.py FILE` prints its arrays as a JSON object."""

import json
import sys

import numpy

feedback = numpy.load(sys.argv[1])
names = [name for name in feedback.files if not name.endswith(".json")]
arrays = {
    name: {"type": str(feedback[name].dtype), "shape": feedback[name].shape, "values": feedback[name].ravel().tolist()}
    for name in names
}
print(json.dumps({"version": numpy.__version__, "arrays": arrays}))
