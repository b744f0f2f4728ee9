import type { Features } from "#server/learner/config/spec.ts";
import { otherChances } from "./chances.ts";
import { type Candidate, otherValues } from "./other-values.ts";
import type { PolicyFile } from "./policy-file.ts";

/** A change of one cell, and where it leads. */
export type CellChange = Pick<Candidate, "column" | "to">;

/** Changes of one cell or of two, together with the chance that they lead to. */
export type SmallChange = { readonly cells: readonly CellChange[]; readonly chance: number };

/**
 * The smallest changes in one direction. none: no change of one or two cells suffices; not-searched: there are too many
 * combinations to try.
 */
export type SmallestChanges =
  | { readonly kind: "found"; readonly changes: readonly SmallChange[] }
  | { readonly kind: "none" }
  | { readonly kind: "not-searched" };

/** How far a change has to move the chance: ten points of a hundred. */
const enough = 0.1;

/** Chances are doubles: 0.9 - 0.8 is below 0.1. Their errors are far below this. */
const rounding = 1e-12;

/** The most answers of rules that a search computes: about a second. */
const mostAnswers = 10_000_000;

/**
 * Finds the smallest changes to a person's own cells that would have moved the chance by at least ten points, up and
 * down, everything else in the round being equal. A changed cell takes the nearest possible value that its rules tell
 * apart from the present one (`otherValues`). The size of a change is the distance as a share of the column's range, 1
 * for a category, and the sum over the cells. If single cells suffice, the smallest change of each such column is
 * returned, the smallest first; otherwise the smallest change of two cells. Ties go to the earlier column, then to the
 * earlier value.
 *
 * @param person one cell for each column of the file
 * @param chance as logged
 * @param most the most answers of rules to compute
 * Cost: O(v² × rules) for v other values of all columns.
 */
export function smallestChanges(
  policy: PolicyFile,
  { person, chance, most = mostAnswers }: { person: Features; chance: number; most?: number },
): { up: SmallestChanges; down: SmallestChanges } {
  const singles = otherValues(policy, person).map((candidate) => [candidate]);
  const rules = Math.max(1, policy.rules.length);
  if (singles.length * rules > most) return { up: { kind: "not-searched" }, down: { kind: "not-searched" } };
  const tried = tryAll(policy, person, singles);
  const [up, down] = [bestOfEach(moved(tried, chance, 1)), bestOfEach(moved(tried, chance, -1))];
  if (up.length > 0 && down.length > 0) return { up: foundIn(up), down: foundIn(down) };
  const pairs = pairsOf(singles.flat());
  const isTried = pairs.length * rules <= most;
  const triedPairs = isTried ? tryAll(policy, person, pairs) : [];
  const decide = (found: readonly Tried[], sign: 1 | -1): SmallestChanges => {
    if (found.length > 0) return foundIn(found);
    if (!isTried) return { kind: "not-searched" };
    const [best] = moved(triedPairs, chance, sign);
    return best === undefined ? { kind: "none" } : foundIn([best]);
  };
  return { up: decide(up, 1), down: decide(down, -1) };
}

type Tried = { readonly cells: readonly Candidate[]; readonly size: number; readonly chance: number };

function tryAll(policy: PolicyFile, person: Features, changes: readonly Candidate[][]): Tried[] {
  const people = changes.map((cells) => {
    const changed = [...person];
    for (const { place, cell } of cells) changed[place] = cell;
    return changed;
  });
  return otherChances(policy, people).map((chance, index) => {
    const cells = changes[index] as Candidate[];
    return { cells, size: cells.reduce((sum, { size }) => sum + size, 0), chance };
  });
}

/** Returns the changes that move the chance far enough in a direction, the smallest first. */
function moved(tried: readonly Tried[], chance: number, sign: 1 | -1): Tried[] {
  return tried
    .filter((each) => sign * (each.chance - chance) >= enough - rounding)
    .sort((a, b) => a.size - b.size);
}

/** Returns the first change of each column. */
function bestOfEach(changes: readonly Tried[]): Tried[] {
  const columns = new Set<number>();
  return changes.filter(({ cells }) => {
    const place = cells[0]?.place as number;
    return !columns.has(place) && columns.add(place);
  });
}

function pairsOf(candidates: readonly Candidate[]): Candidate[][] {
  return candidates.flatMap((first, index) =>
    candidates.slice(index + 1).flatMap((second) => (first.place === second.place ? [] : [[first, second]])),
  );
}

function foundIn(changes: readonly Tried[]): SmallestChanges {
  return {
    kind: "found",
    changes: changes.map(({ cells, chance }) => ({
      cells: cells.map(({ column, to }) => ({ column, to })),
      chance,
    })),
  };
}
