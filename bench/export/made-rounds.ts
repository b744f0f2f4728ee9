import { createHash } from "node:crypto";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import { makeEntry } from "#server/log/chain.ts";
import type { EntryBody, EntryType } from "#server/log/entries.ts";
import type { Verdict } from "#server/log/verdicts.ts";

const roundSize = 20;
const seats = ["s1", "s2", "s3", "s4", "s5"];
/** As many as a docket has. */
const verdictsABallot = 24;
const alpha = "0.1";
const hash = createHash("sha256").update("made up").digest("hex");

/**
 * Lines of closed rounds in which each of five seats judged 24 pairs of twenty people: what a table of verdicts is made from.
 *
 * @param first number of the first entry
 */
export function madeRounds(study: string, verdictCount: number, first: number): string[] {
  const lines: string[] = [];
  let prev = hash;
  const add = <Type extends EntryType>(type: Type, body: EntryBody<Type>) => {
    const seq = first + lines.length;
    const made = makeEntry({ study, seq, prev, previousAt: seq - 1, at: seq, type, body });
    prev = made.hash;
    lines.push(made.line);
  };
  const roundCount = Math.ceil(verdictCount / (seats.length * verdictsABallot));
  for (let round = 1; round <= roundCount; round += 1) {
    const chances = Array.from({ length: roundSize }, (_, i) =>
      String(((i * 7 + round) % roundSize) / roundSize),
    );
    const pairs = eligiblePairs(chances, alpha);
    add("round.opened", {
      ...{ round, t: round, appliedSeq: 0, chosen: "in-order", eta: "0.5", fairnessWeight: "1" },
      people: chances.map((chance, i) => ({ person: `p${round * roundSize + i + 1}`, digest: hash, chance })),
      ...{ panel: seats, neededFlags: 3, noiseSeed: hash, docket: null, guidelineVersion: 1 },
      ...{ deadlineAt: null, closing: "by-hand", drawCommitment: null },
    });
    for (const [place, seat] of seats.entries()) {
      const verdicts = Array.from({ length: verdictsABallot }, (_, i): Verdict => {
        const [high, low] = pairs[(i * 5 + place) % pairs.length] ?? [0, 0];
        return [high, low, (i + round) % 9 === 0 ? "unfair" : "acceptable"];
      });
      add("ballot.opened", { round, seat, version: 1, salt: hash, nonce: hash, shown: hash, verdicts });
    }
    add("round.closed", { round, reason: "all-sealed", asAnnounced: true, violations: [], link: hash });
  }
  return lines;
}
