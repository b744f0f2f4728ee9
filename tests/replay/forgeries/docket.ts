/** Forged dockets and tolerances. */

import type { Body } from "../fixture.ts";
import { auditLog } from "../fixture-audit.ts";
import type { Verdict } from "../fixture-ballots.ts";
import { add, type Change, CREATED, drop, type Group, guidelines, swap } from "./changes.ts";

/** The audit in which the second seat gives this verdict, with valid hashes, commitment and signature. */
const said =
  (verdict: Verdict, more: Parameters<typeof auditLog>[0] = { asksTolerance: true }): Change =>
  () =>
    auditLog({ said: verdict, ...more }).entries;

/** Of a round without eligible pairs: the gap is 0.375, and alpha 0.5. */
export const ASKED = { round: 3, pairs: [[0, 1]] };

const asked = (verdict: Verdict, question: Body = ASKED) => said(verdict, { asked: question });

export const POINTS: Verdict = [0, 1, "acceptable", 38];

const LISTED = '"docket":[[2,1,"ranked"],[0,1,"random"]]';
export const [RANKED, DRAWN] = ['[2,1,"ranked"]', '[0,1,"random"]'];

export const docket = (to: string) => swap("round.opened", LISTED, `"docket":${to}`);

/** Dockets that are wrong for any people. */
const wrongPairs = {
  "a question about a reversed pair": asked(POINTS, { round: 3, pairs: [[1, 0]] }),
  "a question about a pair that is not in the round": asked(POINTS, { round: 3, pairs: [[0, 2]] }),
  "a question about a pair twice": asked(POINTS, { round: 3, pairs: [...ASKED.pairs, ...ASKED.pairs] }),
};

export const docketForgeries: readonly Group[] = [
  {
    log: "guarded",
    page: "log-format-docket",
    changes: {
      "a docket in a different order": docket(`[${DRAWN},${RANKED}]`),
      "a docket with an unknown word": docket('[[2,1,"random"],[0,1,"ranked"]]'),
      "a docket with a pair that ranks lower": docket(`[[0,2,"ranked"],${DRAWN}]`),
      "a docket with a different random pair": docket(`[${RANKED},[0,2,"random"]]`),
      "a docket with a missing pair": docket(`[${RANKED}]`),
      "a docket with an additional pair": docket(`[${RANKED},${DRAWN},[0,2,"random"]]`),
      "a docket with a reversed pair": docket(`[[1,2,"ranked"],${DRAWN}]`),
      "no docket": docket("null"),
      "a docket in a study that shows everything": swap(
        CREATED,
        '"docket":{"size":2}',
        '"docket":"everything"',
      ),
    },
  },
  {
    log: "points",
    page: "log-format-docket",
    changes: {
      "unfair within the tolerance": said([0, 1, "unfair", 38]),
      "acceptable beyond the tolerance": said([0, 1, "acceptable", 37]),
      "a tolerance on an unsure verdict": said([0, 1, "unsure", 38]),
      "a tolerance above 100": said([0, 1, "acceptable", 101]),
      "a tolerance below 0": said([0, 1, "unfair", -1]),
      "a reversed pair": said([1, 0, "acceptable", 38]),
      "an unknown verdict": said([0, 1, "perhaps"]),
      "a round.tolerances-asked although pairs are eligible": add("round.opened last", {
        type: "round.tolerances-asked",
        body: ASKED,
      }),
    },
  },
  {
    log: "audit",
    page: "log-format-docket",
    changes: {
      "a tolerance without the setting": said(POINTS, {}),
    },
  },
  {
    log: "asked",
    page: "log-format-docket",
    changes: {
      "an answer without a tolerance": asked([0, 1, "acceptable"]),
      "an answer that contradicts its tolerance": asked([0, 1, "acceptable", 37]),
      "an unsure answer": asked([0, 1, "unsure", 38]),
      "an answer on a reversed pair": asked([1, 0, "acceptable", 38]),
      ...wrongPairs,
      "a question about another round": asked(POINTS, { round: 2, pairs: ASKED.pairs }),
      "a second question": add("round.tolerances-asked", { type: "round.tolerances-asked", body: ASKED }),
      "a question after a ballot": add("ballot.sealed last", { type: "round.tolerances-asked", body: ASKED }),
    },
  },
  { log: "unseen", page: "log-format-docket", changes: wrongPairs },
  {
    log: "quiet",
    page: "log-format-docket",
    changes: {
      "a round that stays open without pairs and without a question": drop("round.tolerances-asked"),
      "a different entry between the opening and the question": add("round.opened last", guidelines),
      "a round with a deadline announced to close by hand": swap(
        "round.opened last",
        '"deadline"',
        '"by-hand"',
      ),
    },
  },
];
