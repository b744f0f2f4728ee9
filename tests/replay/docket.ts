/** The pairs that all auditors judge first (docs/log-format-docket.md). */

import type { Json } from "./canonical.ts";
import type { Cell } from "./features.ts";
import { tagged } from "./hashes.ts";
import { isEligible } from "./panel.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import type { RoundPerson, Study } from "./study.ts";

type Listed = [high: number, low: number, way: string];

export function checkDocket(study: Study, body: Fields, people: readonly RoundPerson[]): void {
  const { problems } = study;
  const { docketSize: size } = study.knownSettings();
  if (size === null) {
    problems.same("docket", null, body.get("docket"));
    return;
  }
  const logged = body.list("docket");
  const pairs = eligible(study, people);
  const count = Math.min(Math.floor((size * 4) / 5), pairs.length);
  const ranked = ranking(study, people, pairs)?.slice(0, count) ?? rankedAsLogged(logged, pairs, count);
  const chosen = new Set(ranked.map(([high, low]) => `${high}/${low}`));
  problems.same("ranked pairs of the docket", count, chosen.size);
  const seed = body.hash("noiseSeed");
  const rest = pairs
    .filter(([high, low]) => !chosen.has(`${high}/${low}`))
    .map(([high, low]): [string, Listed] => [tagged("docket", seed, high, low), [high, low, "random"]])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, size - count)
    .map(([, pair]) => pair);
  problems.same("docket", [...ranked, ...rest], logged);
}

function eligible(study: Study, people: readonly RoundPerson[]): Listed[] {
  const { alpha } = study.knownSettings();
  const chances = people.map(({ chance }) => chance);
  const places = people.map((_, place) => place);
  return places
    .flatMap((high) => places.map((low): Listed => [high, low, "ranked"]))
    .filter(([high, low]) => isEligible(chances, alpha, { high, low }));
}

/** Checks a docket; without cells the ranking is unknown, and its pairs must only be eligible. */
function rankedAsLogged(logged: readonly Json[], pairs: readonly Listed[], count: number): Listed[] {
  return logged.slice(0, count).map((listed) => {
    const pair = pairs.find((one) => JSON.stringify(one) === JSON.stringify(listed));
    if (pair === undefined) throw new Broken("ranked pair of the docket", "one that can be judged", listed);
    return pair;
  });
}

/** Ranks the pairs; null if a person's cells are gone. */
function ranking(study: Study, people: readonly RoundPerson[], pairs: readonly Listed[]): Listed[] | null {
  const { shown, columnTypes } = study.knownSettings();
  const rows: (readonly Cell[])[] = [];
  for (const { person } of people) {
    const cells = study.features.get(person)?.cells ?? null;
    if (cells === null) return null;
    rows.push(cells);
  }
  const columns = shown.map((place) => ({
    isNumber: columnTypes[place] === "number",
    cells: rows.map((row) => row[place] ?? null),
  }));
  const weighed = pairs.map((pair): [number, Listed] => {
    const [high, low] = pair;
    let total = 0;
    for (const { isNumber, cells } of columns)
      total += isNumber ? between(cells, high, low) : Number(cells[high] !== cells[low]);
    const distance = columns.length > 0 ? total / columns.length : 0;
    const gap = (people[high]?.double ?? 0) - (people[low]?.double ?? 0);
    return [gap / (0.05 + distance), pair];
  });
  // Pairs are ordered by high, then low, and the sort is stable.
  return weighed.sort(([a], [b]) => b - a).map(([, pair]) => pair);
}

export function between(cells: readonly Cell[], high: number, low: number): number {
  const [a, b] = [cells[high] ?? null, cells[low] ?? null];
  if (a === null || b === null) return a === b ? 0 : 1;
  const values = cells.filter((cell) => cell !== null).map(Number);
  const range = Math.max(...values) - Math.min(...values);
  return range === 0 || !Number.isFinite(range) ? 0 : Math.abs(Number(a) - Number(b)) / range;
}
