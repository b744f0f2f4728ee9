/** Forged draws and links of the seed tree. */

import { type Group, swap } from "./changes.ts";

export const drawsForgeries: readonly Group[] = [
  {
    log: "known",
    page: "log-format",
    changes: {
      "a wrong u": swap("round.closed", '"u":"0.', '"u":"0.1'),
      "a wrong rule": swap("round.closed", '"hypothesis":3', '"hypothesis":1'),
      // p7 has 6 and p8 no score, so rule 2, score <= 5, picks no one either
      "a different rule with the same decisions": swap(
        "round.closed last",
        '"hypothesis":0',
        '"hypothesis":2',
      ),
      "a wrong decision": swap("round.closed", '"decisions":[1,0]', '"decisions":[0,0]'),
      "a wrong link": swap("round.closed", /"link":"[0-9a-f]{8}/, '"link":"00000000'),
      "a link with another link's proof": swap(
        "round.closed",
        /"linkProof":\["[0-9a-f]{8}/,
        '"linkProof":["00000000',
      ),
      "a link with a truncated proof": swap("round.closed", /"linkProof":\["[0-9a-f]{64}",/, '"linkProof":['),
      "a wrong noise seed": swap("round.opened", /"noiseSeed":"[0-9a-f]{8}/, '"noiseSeed":"00000000'),
      "a different u of a cancelled round": swap("round.cancelled", /"u":"0\.\d/, '"u":"0.9'),
      "a different rule of a cancelled round": swap("round.cancelled", '"hypothesis":0', '"hypothesis":1'),
      "a different decision of a cancelled round": swap("round.cancelled", "[0,0]", "[1,0]"),
      "a cancelled round without its draw": swap("round.cancelled", /,"draw":\{[^}]*\}/, ""),
      "a close without a draw": swap("round.closed", /,"draw":\{[^}]*\}/, ""),
      "an even draw in a study that draws a rule": swap("round.closed", '"hypothesis":3', '"order":[0,1]'),
      "resamples in a study without resamples": swap("round.closed", '"link"', '"resamples":[1,0],"link"'),
    },
  },
  {
    log: "paper",
    page: "log-format",
    changes: {
      ...Object.fromEntries(
        [1, 2, 3].map((round) => [
          `a different draw commitment of round ${round}`,
          swap(`round.opened ${round}`, /"drawCommitment":"[0-9a-f]{8}/, '"drawCommitment":"00000000'),
        ]),
      ),
    },
  },
  {
    log: "records",
    page: "log-format",
    changes: {
      ...Object.fromEntries(
        [1, 2].map((round) => [
          `a different draw commitment of round ${round}`,
          swap(`round.opened ${round}`, /"drawCommitment":"[0-9a-f]{8}/, '"drawCommitment":"00000000'),
        ]),
      ),
    },
  },
];
