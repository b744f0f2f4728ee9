/** Forged settings and numbers of mode `ix`, FTPL and a number of picks. */

import { CREATED, type Group, learner, swap } from "./changes.ts";

export const learnersForgeries: readonly Group[] = [
  {
    log: "ix",
    page: "log-format-learners",
    changes: {
      "a delta of 1": swap(CREATED, '"delta":"0.05"', '"delta":"1"'),
      "a delta of 0": learner({ delta: "0" }),
      "no delta": learner({ delta: undefined }),
      "no horizon": learner({ horizon: null }),
      "an afterHorizon of anytime": learner({ afterHorizon: "anytime" }),
    },
  },
  {
    log: "ftpl",
    page: "log-format-learners",
    changes: {
      "a different number of resamples": swap("round.closed", '"resamples":[1,0]', '"resamples":[2,0]'),
      "resamples of a rejected person": swap("round.closed", '"resamples":[1,0]', '"resamples":[1,1]'),
      "more resamples than L": swap("round.closed 2", '"resamples":[1,2]', '"resamples":[1,3]'),
      "no resamples": swap("round.closed", /,"resamples":\[1,0\]/, ""),
      "resamples of too few people": swap("round.closed 2", '"resamples":[1,2]', '"resamples":[1]'),
    },
  },
  {
    log: "known",
    page: "log-format-learners",
    changes: {
      "a delta": learner({ delta: "0.1" }),
      "resamples of Exp2": learner({ resampleCount: 10 }),
      "an omegaMultiplier of Exp2": learner({ omegaMultiplier: "2" }),
    },
  },
  {
    log: "ftpl-known",
    page: "log-format-learners",
    changes: {
      "a resampleCount of 7": learner({ resampleCount: 7 }),
      "fewer resamples than L": learner({ resampleCount: 1 }),
      "more than a million resamples": learner({ resampleCount: 2_000_000 }),
      "no resampleCount": learner({ resampleCount: undefined }),
      "an omegaMultiplier of 0": learner({ omegaMultiplier: "0" }),
      "mode ix": learner({ mode: "ix", delta: "0.1" }),
      "no horizon": learner({ horizon: null }),
      "an afterHorizon of anytime": learner({ afterHorizon: "anytime" }),
      "an even draw": learner({ draw: "even" }),
      "a prior": learner({ prior: { kind: "constants", none: "0.1", all: "0.1" } }),
    },
  },
  {
    log: "known",
    page: "log-format-picks",
    changes: {
      "picks without an even draw": learner({ picks: { rule: "exactly", count: "1" } }),
      "a number of 0 picks": learner({ draw: "even", picks: { rule: "exactly", count: "0" } }),
      "more picks than people": learner({ draw: "even", picks: { rule: "exactly", count: "3" } }),
      "an unknown rule of picks": learner({ draw: "even", picks: { rule: "about", count: "1" } }),
      "an additional key in picks": learner({
        draw: "even",
        picks: { rule: "exactly", count: "1", also: 1 },
      }),
    },
  },
  {
    log: "paper",
    page: "log-format-picks",
    changes: {
      "a number of picks": learner({ picks: { rule: "exactly", count: "1" } }),
    },
  },
  {
    log: "ftpl-known",
    page: "log-format-picks",
    changes: {
      "half a pick": learner({ picks: { rule: "exactly", count: "1.5" } }),
    },
  },
];
