"""
Reads bandit feedback with the Open Bandit Pipeline: `bandit.py FILE CHANCE` prints the propensities it holds and its inverse
probability weighted estimate of a policy that selects every person with this chance.
"""

import json
import sys
from importlib.metadata import version

import numpy
from obp.ope import InverseProbabilityWeighting, OffPolicyEvaluation

path, chance = sys.argv[1], float(sys.argv[2])
arrays = numpy.load(path)
feedback = {
    "n_rounds": int(arrays["n_rounds"]),
    "n_actions": int(arrays["n_actions"]),
    **{name: arrays[name] for name in ("context", "action", "position", "reward", "pscore")},
}
actions = numpy.empty((feedback["n_rounds"], feedback["n_actions"], 1))
actions[:, 0, 0], actions[:, 1, 0] = 1 - chance, chance
evaluation = OffPolicyEvaluation(bandit_feedback=feedback, ope_estimators=[InverseProbabilityWeighting()])
values = evaluation.estimate_policy_values(action_dist=actions)
pscore = evaluation.bandit_feedback["pscore"].tolist()
print(json.dumps({"version": version("obp"), "pscore": pscore, "values": list(map(float, values.values()))}))
