/**
 * A broken log is a result: the replay reports any replaced value and does not throw. The quick tier tries a
 * tenth of the replacements.
 */

import { expect, it } from "vitest";
import { tenthOf } from "../setup/tier.ts";
import { type Body, sealed, type Value } from "./fixture.ts";
import { guardedLog } from "./fixture-guarded.ts";
import { knownLog } from "./fixture-known.ts";
import { paperLog } from "./fixture-paper.ts";
import { replay } from "./replay.ts";

const GARBAGE: Value[] = [null, -1, 9_007_199_254_740_991, "", "1e9999", [], [[]], {}, true];
/** Kinds of garbage, one per place in turn: every kind in every place would take minutes. */
const APART = GARBAGE.length;
/** The number of entries tried per type: the others have the same members. */
const OF_A_TYPE = 3;
let places = 0;

/** Yields every copy of `value` with garbage in place of one member, at any depth. */
function* broken(value: Value): Generator<Value> {
  const place = places;
  places += 1;
  yield* GARBAGE.filter((_, kind) => (kind + place) % APART === 0);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const other of broken(item)) yield value.with(index, other);
    }
  } else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      for (const other of broken(item)) yield { ...value, [key]: other };
    }
  }
}

it.each([
  ["known", knownLog().log],
  ["paper", paperLog()],
  ["guarded", guardedLog().log],
])("reports on garbage in a %s log", (_, log) => {
  const features = log.features();
  const failures = new Set<string>();
  const met = new Map<unknown, number>();
  const changed = log.entries.flatMap((entry: Body, index) => {
    const count = (met.get(entry.type) ?? 0) + 1;
    met.set(entry.type, count);
    if (count > OF_A_TYPE) return [];
    return [...broken(entry.body ?? null)].map((body) => {
      return { type: entry.type, index, entry: { ...entry, body } };
    });
  });
  for (const { type, index, entry } of tenthOf(changed)) {
    const { problems } = replay(sealed(log.entries.with(index, entry)), features);
    for (const { what, found } of problems) {
      if (what === "entry could not be replayed") failures.add(`${type}: ${found}`);
    }
  }
  expect([...failures]).toEqual([]);
});
