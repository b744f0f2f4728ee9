/** Logs whose draw awaits a public number (docs/log-format-beacon.md): the first round of the log in `known` mode. */

import { testChain, testNumber } from "../setup/beacon.ts";
import { Log, SIGNERS } from "./fixture.ts";
import { FROZEN, KNOWN } from "./fixture-known.ts";

/** Number 1 comes out at second 9, long after the entry that names it and before the deadline. */
const chain = { ...testChain(9), delay: 2 };

const beacon = { chain, signature: testNumber(1), outAt: 9_000 };

/** With a draw at opening no one seals. */
export function beaconLog(drawAt: "close" | "opening", signers = SIGNERS): Log {
  const log = new Log(KNOWN, [1, 2], drawAt, 3, [["8"], [null]], undefined, signers, beacon);
  log.round({
    ...{ t: 1, appliedSeq: 0, ...FROZEN, panel: ["s1", "s2", "s3"], hypothesis: 3 },
    ...{ u: [0.76, 0.99], decisions: [1, 0] },
    docket: "0 1 ranked",
    people: "p1 0.5, p2 0.25",
    ...(drawAt === "close" && {
      ballots: "s1: 0 1 unfair; s2: 0 1 unfair; s3: 0 1 unsure",
      violations: "0 1 2 1",
    }),
  });
  return log;
}

/**
 * With a panel by lot, which awaits the number too. By lot the members are s2 s6 s4 s5 s3 s1; with number 2 they would
 * be s2 s5 s4 s6 s1 s3, without one s2 s4 s3 s6 s5 s1.
 */
export function lotLog(): Log {
  const lot = { how: "by-lot", size: 2 };
  const log = new Log(KNOWN, [1, 2], "opening", 6, [["8"], [null]], undefined, SIGNERS, beacon, lot);
  log.round({
    ...{ t: 1, appliedSeq: 0, ...FROZEN, panel: ["s2", "s6"], needed: 1, hypothesis: 3 },
    ...{ u: [0.76, 0.99], decisions: [1, 0], docket: "0 1 ranked", people: "p1 0.5, p2 0.25" },
  });
  return log;
}
