/** The pairs for which a panel was asked for a tolerance (docs/log-format-docket.md). */

import { requireTaking } from "./beacon.ts";
import { compare } from "./decimal.ts";
import { between } from "./docket.ts";
import type { Entry } from "./entries.ts";
import { isEligible, type Pair } from "./panel.ts";
import { wholeNumber } from "./read.ts";
import { Broken } from "./report.ts";
import type { RoundPerson, Study } from "./study.ts";

export function tolerancesAsked(study: Study, { body }: Entry): void {
  body.only(["round", "pairs"]);
  const { problems } = study;
  const round = study.openRound(body.whole("round", 1));
  requireTaking(study, round, "question");
  const isFirst = round.tolerancePairs === null && round.ballots.size === 0;
  problems.require(isFirst, "tolerances asked", "once, before any ballot", round.number);
  const { alpha } = study.knownSettings();
  const chances = round.people.map(({ chance }) => chance);
  const all = pairsOf(round.people);
  const hasPair = all.some((pair) => isEligible(chances, alpha, pair));
  const isWithout = !hasPair && round.closing !== "no-pairs";
  problems.require(isWithout, "tolerances asked", "of a round without pairs to judge", round.number);
  const logged = body.list("pairs").map((pair): Pair => {
    if (!Array.isArray(pair) || pair.length !== 2) throw new Broken("pair", "[high, low]", pair);
    return { high: wholeNumber(pair[0], "high"), low: wholeNumber(pair[1], "low") };
  });
  round.tolerancePairs = logged;
  const distance = distances(study, round.people);
  const count = Math.min(6, all.length);
  if (distance === null) {
    const known = new Set(all.map(text));
    const areOf = logged.every((pair) => known.has(text(pair)));
    const differ = new Set(logged.map(text)).size === logged.length && logged.length === count;
    problems.require(areOf && differ, "pairs of a tolerance", `${count} of the round`, body.get("pairs"));
    return;
  }
  // Equal distances stay in the order of the two positions.
  const sorted = all.toSorted((a, b) => distance(a) - distance(b));
  const places = Array.from({ length: count }, (_, i) =>
    count === 1 ? 0 : Math.floor((i * (sorted.length - 1)) / (count - 1)),
  );
  problems.same(
    "pairs of a tolerance",
    places.map((place) => sorted[place]),
    logged,
  );
}

/** Checks the entry after an opening that stayed open only for a question. */
export function requireQuestion({ newestOpen: open, problems }: Study, type: string): void {
  if (!open?.mustAsk) return;
  open.mustAsk = false;
  const isAsked = type === "round.tolerances-asked";
  problems.require(isAsked, "entry after an opening", "round.tolerances-asked", type);
}

/** Every two people, by the first position, then the second; the greater chance is high, of equal ones the first. */
function pairsOf(people: readonly RoundPerson[]): Pair[] {
  return people.flatMap((first, one) =>
    people.slice(one + 1).map((second, step): Pair => {
      const other = one + 1 + step;
      const isInOrder = compare(first.chance, second.chance) >= 0;
      return isInOrder ? { high: one, low: other } : { high: other, low: one };
    }),
  );
}

/** Computes the pairs; null if a person's cells are gone. */
function distances(study: Study, people: readonly RoundPerson[]): ((pair: Pair) => number) | null {
  const { shown, columnTypes } = study.knownSettings();
  const rows = people.map(({ person }) => study.features.get(person)?.cells ?? null);
  if (rows.includes(null)) return null;
  return ({ high, low }) => {
    let total = 0;
    for (const place of shown) {
      const cells = rows.map((row) => row?.[place] ?? null);
      const isNumber = columnTypes[place] === "number";
      total += isNumber ? between(cells, high, low) : Number(cells[high] !== cells[low]);
    }
    return shown.length > 0 ? total / shown.length : 0;
  };
}

function text({ high, low }: Pair): string {
  return `${high}/${low}`;
}
