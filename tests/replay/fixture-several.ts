/** An audit with several open rounds: each opens while the ones before it are open, and they close in the other order. */

import { type Body, Log } from "./fixture.ts";
import { H } from "./fixture-hashes.ts";
import { seedOf } from "./fixture-seeds.ts";

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

/** All chances are 0.5, so no pair can be judged. @param count how many rounds are open at once, at most 21 */
export function severalLog(count: number): Pick<Log, "entries"> & { features: () => string } {
  const people = Array.from({ length: 2 * 21 }, () => ["yes", "50"]);
  const log = new Log(FIXED, [2, 3], null, 3, people);
  let left: readonly string[] = [];
  const open = (round: number, waiting: readonly string[]): void => {
    left = waiting;
    if (round > count) return;
    const lot = (person: string) => H("round-people", H("noise", seedOf(round).link), person);
    const [one = "", two = ""] = waiting.toSorted((a, b) => (lot(a) < lot(b) ? -1 : 1));
    const others = waiting.filter((person) => person !== one && person !== two);
    log.round({
      ...{ ...FROZEN, t: round, u: [0, 1] },
      docket: "",
      people: `${one} 0.5, ${two} 0.5`,
      during: () => open(round + 1, others),
    });
  };
  open(
    1,
    people.map((_, index) => `p${index + 1}`),
  );
  return { entries: log.entries, features: () => log.features([...left]) };
}
