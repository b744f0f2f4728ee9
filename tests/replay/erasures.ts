/** The learner's state at an erasure, and how the replay continues after it (docs/log-format-state.md). */

import type { Json } from "./canonical.ts";
import { exactly } from "./charges.ts";
import { fromFixedPoint } from "./decimal.ts";
import { resumeGuarded } from "./guarded-resume.ts";
import { tagged } from "./hashes.ts";
import { sumsUpTo } from "./openings-policy.ts";
import type { Fields } from "./read.ts";
import { TOLERANCE } from "./report.ts";
import type { Study } from "./study.ts";
import { filled } from "./sums.ts";

/** The largest number of people whose charges have at most 4,096 sums. */
const MOST_UNKNOWN = 12;

/** Checks the state before an erasure against the last hash; if its totals are present, the replay continues from them. */
export function goOn(study: Study, seq: number, person: string, body: Fields): void {
  const { problems } = study;
  const settings = study.knownSettings();
  const appeared = [...study.rounds.values()].some(
    ({ state, people }) => state === "closed" && people.some((one) => one.person === person),
  );
  const isHeld = settings.audit === null && appeared;
  problems.same(
    "state of an erasure",
    isHeld ? "a state" : "none",
    body.isNull("state") ? "none" : "a state",
  );
  if (!isHeld || body.isNull("state")) return;
  const last = [...study.effects].at(-1) ?? 0;
  problems.require(study.updatedTo === last, "state of an erasure", `up to ${last}`, study.updatedTo);
  const state = body.object("state").only(["head", "totals"]);
  const hash = state.hash("totals");
  const isTheLast = problems.same("state of an erasure", study.stateHash, tagged("state", head(state), hash));
  const totals = study.totals.get(hash);
  if (!isTheLast || totals === undefined) return;
  if (settings.guarded === null) resumeSums(study, seq, state, totals);
  else {
    const { count } = settings.rules;
    if (!problems.same("length of the totals", 3 * count, totals.length)) return;
    const parts = [0, 1, 2].map((index) => totals.slice(index * count, (index + 1) * count));
    resumeGuarded(study, state.object("head"), parts);
    study.resumed.push({ seq, unknownPeople: null });
  }
}

function head(state: Fields): Json {
  return state.object("head").members;
}

function resumeSums(study: Study, seq: number, state: Fields, totals: Float64Array): void {
  const { problems } = study;
  const { learner, size, count, isSparse } = study.kept;
  const loss = isSparse ? filled(totals, count) : totals;
  if (!problems.same("length of the totals", count, loss?.length ?? "no such sums") || loss === null) return;
  const isAveraged = study.knownSettings().picks?.rule === "average";
  const rounds = study.openRounds.head(isAveraged, false);
  const fields = state.object("head").only(["learner", "size", ...Object.keys(rounds)]);
  problems.same("learner of a state", learner, fields.text("learner"));
  problems.same("size of a state", size, fields.whole("size"));
  for (const [key, expected] of Object.entries(rounds)) {
    problems.same(`${key} of a state`, expected, fields.get(key));
  }
  study.resumed.push({ seq, unknownPeople: compareTotals(study, seq, loss) });
  study.ledger.resume(Array.from(loss, exactly));
  study.knownSums()?.resume(loss);
}

/** Checks that each total is the sum over people with features, plus charges of some of the others. */
function compareTotals(study: Study, seq: number, loss: Float64Array): number | null {
  const { sums: known, unknown } = sumsUpTo(study, seq);
  if (unknown.length > MOST_UNKNOWN) return null;
  const sums = sumsOfSome(unknown.map(fromFixedPoint));
  for (const [rule, sum] of known.entries()) {
    const total = loss[rule] ?? 0;
    const rest = total - fromFixedPoint(sum);
    const near = TOLERANCE * Math.max(1, Math.abs(total));
    const holds = sums.some((some) => Math.abs(rest - some) <= near);
    if (holds) continue;
    study.problems.note(`total ${rule}`, "a sum of charges in the log", total);
    break;
  }
  return unknown.length;
}

function sumsOfSome(values: readonly number[]): number[] {
  return values.reduce<number[]>((sums, value) => sums.concat(sums.map((sum) => sum + value)), [0]);
}
