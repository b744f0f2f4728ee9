import type { Entry } from "#server/audit-log/entries.ts";
import { testNumber } from "#tests/setup/beacon.ts";

type Complaint = { readonly seq: number; readonly what: string; readonly expected: string };

/** A change to make: the entry's index in the file, a path in its body, and the value. */
type Repair = { readonly at: number; readonly path: readonly (string | number)[]; readonly value: unknown };

/** The path in an entry's body for each text value that the verifier names. */
const texts: Readonly<Record<string, readonly string[]>> = {
  u: ["draw", "u"],
  eta: ["eta"],
  "fairness weight": ["fairnessWeight"],
  "hash of the learner's state": ["stateHash"],
  "root of the people": ["root"],
  "what was shown": ["shown"],
  "why the round closed": ["reason"],
  "announced way of closing": ["closing"],
};

/** The path in an entry's body for each number, list or object that the verifier names. */
const values: Readonly<Record<string, readonly string[]>> = {
  "rule drawn": ["draw", "hypothesis"],
  decisions: ["draw", "decisions"],
  "order of the draw": ["draw", "order"],
  guard: ["guard"],
  docket: ["docket"],
  "public number named": ["beaconRound"],
  violations: ["violations"],
  resamples: ["resamples"],
  "closed as announced": ["asAnnounced"],
  "needed flags": ["neededFlags"],
  appliedSeq: ["appliedSeq"],
  fromSeq: ["fromSeq"],
  t: ["t"],
  "t of the learner": ["t"],
  "version of an outcome": ["version"],
  "version of a ballot": ["version"],
  "version of the guidelines": ["guidelineVersion"],
  "number of the round": ["round"],
  "number of people imported": ["count"],
};

/** Lists the changes with which a forger who can write every entry would answer a complaint. */
export function repairs(entries: readonly Entry[], { seq, what, expected }: Complaint): Repair[] {
  const at = seq - 1;
  const entry = entries[at];
  if (entry === undefined) return [];
  const text = texts[what];
  if (text !== undefined) return [{ at, path: text, value: expected }];
  const value = values[what];
  if (value !== undefined) return parsed(expected).map((one) => ({ at, path: value, value: one }));
  if (what === "draw commitment") {
    const bound = lastBefore(entries, at, ["round.opened", "round.drawn"]);
    return bound < 0 ? [] : [{ at: bound, path: ["drawCommitment"], value: expected }];
  }
  const number = /^the beacon's signature of (\d+)$/.exec(expected)?.[1];
  // Published numbers are public.
  if (number !== undefined) return [{ at, path: ["beacon", "signature"], value: testNumber(Number(number)) }];
  // A witness's signature cannot be forged: it is left out, as if no witness had answered.
  if (/checkpoint in the log$/.test(what)) return [{ at, path: ["beacon", "checkpoint"], value: null }];
  return repairsOfPerson(entry, at, { seq, what, expected });
}

/** Repairs complaints such as "chance of p3". */
function repairsOfPerson(entry: Entry, at: number, { what, expected }: Complaint): Repair[] {
  const [, field = "", person = ""] = /^(chance|digest|decision) (?:of|on) (p\d+)$/.exec(what) ?? [];
  if (entry.type !== "round.opened" || field === "decision") return [];
  const place = entry.body.people.findIndex((one) => one.person === person);
  return place < 0 ? [] : [{ at, path: ["people", place, field], value: expected }];
}

function lastBefore(entries: readonly Entry[], at: number, types: readonly Entry["type"][]): number {
  return entries.slice(0, at).findLastIndex(({ type }) => types.includes(type));
}

/** Parses a complaint's value; long values are cut off, so they cannot be used. */
function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
