/** The log of an audit (docs/log-format-audit.md): chances in 100 in the second column, rounds of two, two of three flags. */

import { type Body, Log } from "./fixture.ts";
import type { Verdict } from "./fixture-ballots.ts";

const FIXED: Body = {
  learner: "fixed",
  version: 1,
  columns: [
    { name: "owns", type: "text" },
    { name: "score", type: "number" },
  ],
  chance: { column: "score", unit: "percent" },
  roundSize: 2,
  alpha: "0.1",
};

const FROZEN = {
  ...{ appliedSeq: 0, eta: null, C: null, hypothesis: null, decisions: null, needed: 2 },
  panel: ["s1", "s2", "s3"],
};
const anyU: [number, number] = [0, 1];

/**
 * A waiting person is erased after the second round, which was cancelled.
 *
 * @param said what the second seat says of the only pair of the third round, whose gap is 0.375
 */
export function auditLog({
  said = [0, 1, "acceptable"],
  asksTolerance = false,
  asked,
  closesWithoutPairs = false,
  deletes = false,
}: {
  said?: Verdict;
  asksTolerance?: boolean;
  /** With it alpha is 0.5, so that no pair can be judged, and the third round asks for tolerances of these pairs. */
  asked?: Body | undefined;
  /** Whether rounds without pairs close at once, so that the third is open only to be asked. */
  closesWithoutPairs?: boolean;
  /** Whether the study ends, and p1 is erased as the retention says. */
  deletes?: boolean;
} = {}): Pick<Log, "entries" | "text" | "features"> {
  const people = [
    ["yes", "62.5"],
    ["no", "1.1"],
    [null, "100"],
    ["yes", "0"],
    ["no", "40"],
  ];
  const docket = asked ? "" : "0 1 ranked";
  const log = new Log(asked ? { ...FIXED, alpha: "0.5" } : FIXED, [2, 3], null, 3, people, {
    tolerance: asksTolerance,
    closesWithoutPairs,
  });
  const atOnce = closesWithoutPairs ? ({ closing: "no-pairs" } as const) : {};
  log.round({
    ...{ ...FROZEN, ...atOnce, t: 1, u: anyU },
    docket,
    people: "p5 0.4, p4 0",
    ...(!asked && { ballots: "s1: 0 1 unfair; s3: 0 1 unfair", violations: "0 1 2 1" }),
  });
  log.round({
    ...{ ...FROZEN, ...atOnce, t: 2, u: anyU },
    docket,
    people: "p3 1, p1 0.625",
    cancelled: true,
  });
  log.add("person.erased", { person: "p2", cause: "operator", state: null });
  log.round({
    ...{ ...FROZEN, t: 2, u: anyU },
    docket,
    people: "p3 1, p1 0.625",
    ...(asked && { during: () => log.add("round.tolerances-asked", asked) }),
    ballots: `s2: ${said.join(" ")}`,
  });
  if (deletes) {
    log.add("study.ended", { reason: "operator" });
    log.add("retention.changed", { days: 14 });
    const erased = { person: "p1", cause: "retention", state: null };
    log.add("person.erased", erased, { at: 1_000 + log.seq - 1 + 14 * 86_400_000 });
  }
  const erased = deletes ? ["p2", "p1"] : ["p2"];
  return { entries: log.entries, text: () => log.text(), features: () => log.features(erased) };
}
