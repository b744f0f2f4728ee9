/** Logs in which a person decided otherwise than the draw: those of `fixture-known.ts`, whose numbers stay. */

import type { Body } from "./fixture.ts";
import { knownLog } from "./fixture-known.ts";

/** An override of a closed round; its person was picked in round 2, and the outcome is lost. */
export const override = (change: { readonly [key: string]: number | string } = {}): Body => ({
  type: "decision.overridden",
  body: { round: 2, position: 1, decision: 0, reason: "safety", decidedBy: "head of office", ...change },
});

/** An override of each kind: of a picked person whose outcome is lost, and of a rejected person. */
export function overridesLog() {
  const { log } = knownLog();
  const both = [override(), override({ round: 1, decision: 1, reason: "legal-duty" })];
  return { entries: after(log.entries, both), features: () => log.features() };
}

/** A log in which the rejected person of round 1 was erased. */
export function erasedLog() {
  const { log } = knownLog({ erased: "p2" });
  return { entries: log.entries, features: () => log.features(["p2"]), totals: () => log.totals() };
}

function after(entries: readonly Body[], added: readonly Body[]): Body[] {
  return [...entries, ...added.map((one) => ({ ...entries.at(-1), ...one }))];
}
