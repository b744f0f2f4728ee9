/** Forged settings, and other invalid contents of entry 1 and the guidelines. */

import type { Body } from "../fixture.ts";
import {
  add,
  CREATED,
  type Entries,
  type Group,
  guidelines,
  learner,
  placeOf,
  swap,
  zeros,
} from "./changes.ts";

const revised = (entries: Entries): Body => ({
  type: "settings.revised",
  body: { settings: Object(entries[0]?.body).settings },
});

export const settingsForgeries: readonly Group[] = [
  {
    log: "known",
    page: "log-format",
    changes: {
      "a different kernel": swap(CREATED, '"kernel":"portable-1"', '"kernel":"portable-2"'),
      "an unknown afterHorizon": swap(CREATED, '"afterHorizon":"end"', '"afterHorizon":"maybe"'),
      "an unknown type of column": swap(CREATED, '"type":"number"', '"type":"real"'),
      "a column without a name": swap(CREATED, '[{"name":"score"', '[{"name":""'),
      "an unknown chanceFormat": swap(CREATED, '"in-100"', '"percent"'),
      "a different version of the rules": swap(CREATED, '"version":1,"cuts"', '"version":2,"cuts"'),
      "an alpha of 1": swap(CREATED, '"alpha":"0.08"', '"alpha":"1"'),
      "an eps above alpha": swap(CREATED, '"eps":"0.05"', '"eps":"0.09"'),
      "a gamma above 1": swap(CREATED, '"numerator":1', '"numerator":3'),
      "an additional key in the settings": swap(CREATED, '"roundSize":2', '"roundSize":2,"whim":1'),
      "a smaller seed tree": swap(CREATED, '"size":16384', '"size":16383'),
      "guidelines that begin with version 2": swap(CREATED, '"version":1,"hash"', '"version":2,"hash"'),
      "a quorum below 0": swap(CREATED, '"quorum":1', '"quorum":-1'),
      "a column name that is not a text": swap(CREATED, '"column":"score"', '"column":0'),
      "guidelines after the end": add("study.ended", {
        type: "guidelines.revised",
        body: { version: 2, hash: zeros },
      }),
      "invalid settings that are revised before the first opening": (entries) => [
        ...swap(CREATED, '"alpha":"0.08"', '"alpha":"1"')(entries).slice(0, 1),
        revised(entries),
        ...entries.slice(1),
      ],
      "settings that are revised after the first opening": (entries) =>
        entries.toSpliced(placeOf(entries, "round.opened 2"), 0, revised(entries)),
      "a field that is not a column": swap(CREATED, '"fields":["score"]', '"fields":["age"]'),
      "a skipped version of the guidelines": add("round.closed", {
        ...guidelines,
        body: { version: 3, hash: zeros },
      }),
      "a column without cells": swap(CREATED, '"columns":[', '"columns":[{"name":"age","type":"text"},'),
      "an alpha below 0": learner({ alpha: "-0.1" }),
      "an alpha with a trailing zero": learner({ alpha: "0.080" }),
      "an alpha that is a number": learner({ alpha: 0 }),
      "an eps of 0": learner({ eps: "0" }),
      "a multiplier of 0": learner({ fairnessMultiplier: "0" }),
      "a roundSize of 0": learner({ roundSize: 0 }),
      "a horizon of 0": learner({ horizon: 0 }),
      "an unknown learner": learner({ learner: "exp3" }),
      "a different version of the learner": learner({ version: 2 }),
      "an unknown mode": learner({ mode: "unknown" }),
      "an unknown pairRule": learner({ pairRule: "none" }),
      "a pairRule of another mode": learner({ pairRule: "all" }),
      "an unknown rejectedHalves": learner({ rejectedHalves: "never" }),
      "two columns with the same name": learner({
        columns: Array(2).fill({ name: "score", type: "number" }),
      }),
      "no kernel": learner({ kernel: undefined }),
      "a gamma that divides by 0": swap(CREATED, '"denominator":2', '"denominator":0'),
      "a group that is a column": swap(CREATED, '"drawAt":"close"', '"drawAt":"close","groups":["score"]'),
      "a group twice": swap(CREATED, '"drawAt":"close"', '"drawAt":"close","groups":["sex","sex"]'),
      "an empty list of groups": swap(CREATED, '"drawAt":"close"', '"drawAt":"close","groups":[]'),
      "a group without cells": swap(CREATED, '"drawAt":"close"', '"drawAt":"close","groups":["sex"]'),
      "a docket of size 0": swap(CREATED, '"docket":{"size":2}', '"docket":{"size":0}'),
      "an unknown docket": swap(CREATED, '"docket":{"size":2}', '"docket":"nothing"'),
      "an unknown drawAt": swap(CREATED, '"drawAt":"close"', '"drawAt":"later"'),
      "no drawAt": swap(CREATED, '"drawAt":"close"', '"drawAt":null'),
      "a tolerance setting that is not a boolean": swap(CREATED, '"tolerance":false', '"tolerance":0'),
    },
  },
  {
    log: "paper",
    page: "log-format",
    changes: {
      "an afterHorizon of anytime": swap(CREATED, '"afterHorizon":"end"', '"afterHorizon":"anytime"'),
      "no horizon": swap(CREATED, '"horizon":32', '"horizon":null'),
      "more than one pair per round": swap(CREATED, '"largest-gap"', '"average"'),
    },
  },
];
