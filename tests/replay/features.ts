/** The features file (docs/log-format.md, section 2). */

import { type Json, readCanonical } from "./canonical.ts";
import { linesOf } from "./entries.ts";
import { keyed } from "./hashes.ts";
import { Fields } from "./read.ts";
import { Broken, type Problems } from "./report.ts";

export type Cell = string | null;

export interface Features {
  readonly cells: readonly Cell[];
  /** K(digestKey, features), to be held against the log. */
  readonly digest: string;
  /** K(K(digestKey, "shown"), the cells at these places). */
  readonly shown: (places: readonly number[]) => string;
}

/** All people of the file by pseudonym; problems stand under seq 0. */
export function readFeatures(text: string, problems: Problems): Map<string, Features> {
  const people = new Map<string, Features>();
  problems.seq = 0;
  for (const line of linesOf(text, "features file", problems)) {
    problems.guard(() => {
      const fields = new Fields(readCanonical(line), "features").only(["digestKey", "features", "person"]);
      const person = fields.text("person");
      if (people.has(person)) throw new Broken("features file: person", "one line a person", person);
      const cells = fields.list("features").map(cell);
      const digestKey = fields.text("digestKey");
      const shownKey = keyed(digestKey, "shown");
      people.set(person, {
        ...{ cells, digest: keyed(digestKey, cells) },
        shown: (places) =>
          keyed(
            shownKey,
            places.map((place) => cells[place] ?? null),
          ),
      });
    });
  }
  return people;
}

function cell(value: Json): Cell {
  if (value !== null && typeof value !== "string") throw new Broken("features", "strings or null", value);
  return value;
}
