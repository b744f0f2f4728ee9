/** The features file (docs/log-format.md, section 2). */

import { type Json, readCanonical } from "./canonical.ts";
import { linesOf } from "./entries.ts";
import { keyed } from "./hashes.ts";
import { Fields } from "./read.ts";
import { Broken, type Problems } from "./report.ts";

export type Cell = string | null;

export interface Features {
  /** null for a person who was erased or has been in no round yet. */
  readonly cells: readonly Cell[] | null;
  /** K(digestKey, features), to compare with the log. */
  readonly digest: string;
  /** K(K(digestKey, "shown"), the cells at these places); null where the cells are. */
  readonly shown: ((places: readonly number[]) => string) | null;
}

/** Reads all people of the file by pseudonym, in file order; problems are reported under seq 0. */
export function readFeatures(text: string, problems: Problems): Map<string, Features> {
  const people = new Map<string, Features>();
  problems.seq = 0;
  for (const line of linesOf(text, "features file", problems)) {
    problems.guard(() => {
      const fields = new Fields(readCanonical(line), "features");
      const person = fields.text("person");
      if (people.has(person)) throw new Broken("features file: person", "one line a person", person);
      people.set(person, readLine(fields));
    });
  }
  return people;
}

function readLine(fields: Fields): Features {
  if (fields.get("digest") !== undefined) {
    return { cells: null, shown: null, digest: fields.only(["digest", "person"]).hash("digest") };
  }
  const cells = fields.only(["digestKey", "features", "person"]).list("features").map(cell);
  const digestKey = fields.text("digestKey");
  const shownKey = keyed(digestKey, "shown");
  return {
    ...{ cells, digest: keyed(digestKey, cells) },
    shown: (places) =>
      keyed(
        shownKey,
        places.map((place) => cells[place] ?? null),
      ),
  };
}

function cell(value: Json): Cell {
  if (value !== null && typeof value !== "string") throw new Broken("features", "strings or null", value);
  return value;
}
