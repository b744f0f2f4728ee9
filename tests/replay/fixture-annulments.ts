/** A log whose round 4 annuls the report of round 1 (docs/log-format-annulments.md): that of `fixture-known.ts`, whose numbers stay. */

import type { Log, RoundSpec } from "./fixture.ts";
import { knownLog } from "./fixture-known.ts";

const REPORT = { round: 1, high: 0, low: 1 };

/** @param change what of round 4 is otherwise: two of its three seats voted to annul */
export function annulmentsLog(change: Pick<RoundSpec, "annulments" | "votes" | "decided"> = {}): Log {
  const annulment = {
    annulments: [REPORT],
    votes: { s1: ["annul"], s4: ["annul"] },
    decided: [{ ...REPORT, voteCount: 2, annulled: true }],
  };
  return knownLog({ annulment: { ...annulment, ...change } }).log;
}

/** Round 4 with one vote to annul and one to keep, and this decision. */
export function decidedBy(voteCount: number, annulled: boolean): Log {
  const votes = { s1: ["keep"], s4: ["annul"] };
  return annulmentsLog({ votes, decided: [{ ...REPORT, voteCount, annulled }] });
}
