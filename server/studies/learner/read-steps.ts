import { listEntriesOf, listEntriesOfRounds } from "#db/queries/log.ts";
import { listFeaturesOf } from "#db/queries/people.ts";
import type { Reader } from "#db/store/store.ts";
import { readLine } from "#server/audit-log/chain.ts";
import type { Entry, EntryType } from "#server/audit-log/entries.ts";
import { readCells } from "#server/audit-log/features.ts";
import {
  contextTypes,
  type Effect,
  effectTypes,
  type LearnerStep,
  learnerSteps,
} from "#server/audit-log/learner-steps.ts";
import type { Features } from "#server/learner/config/spec.ts";

/** Steps of the learner, each with the number of the entry that caused it. */
export type Steps = { readonly steps: LearnerStep[]; readonly seqs: number[] };

/** How many people a query names, since a database limits the values of a query. */
const peopleAtOnce = 1_000;

/** Whether an entry after `after` changes the learner's state. */
export async function hasSteps(
  db: Reader,
  { studyId, after }: { studyId: string; after: number },
): Promise<boolean> {
  return (await listEntriesOf(db, { studyId, types: effectTypes, after, limit: 1 })).length > 0;
}

/**
 * Reads the learner's steps after entry `after` (and up to `upTo`), in log order; at most `limit` steps. Each entry is
 * read once, however many steps it causes. Only the features come from another table.
 */
export async function readSteps(
  db: Reader,
  { studyId, after, ...upTo }: { studyId: string; after: number; upTo?: number; limit: number },
): Promise<Steps> {
  const rows = await listEntriesOf(db, { studyId, types: effectTypes, after, ...upTo });
  const effects = rows.map(entryOf<Effect["type"]>);
  const seqs = effects.map(({ seq }) => seq);
  if (effects.length === 0) return { steps: [], seqs };
  const rounds = new Set(effects.flatMap(({ body }) => ("round" in body ? [body.round] : [])));
  const ofRounds = <Type extends EntryType>(named: Set<number>, types: readonly Type[], last: number) =>
    listEntriesOfRounds(db, { studyId, rounds: [...named], types, upTo: last }).then((found) =>
      found.map(entryOf<Type>),
    );
  const annulled = effects.flatMap((effect) => annulledRounds(effect));
  const openings = await ofRounds(new Set([...rounds, ...annulled]), ["round.opened"], seqs.at(-1) ?? after);
  const earlier = await ofRounds(rounds, contextTypes, after);
  const people = new Set<string>();
  learnerSteps(openings, earlier, effects, (person) => {
    people.add(person);
    return [];
  });
  const cells = await namedCells(db, studyId, [...people]);
  return { steps: learnerSteps(openings, earlier, effects, (person) => cells.get(person) ?? null), seqs };
}

function annulledRounds({ body }: Effect): number[] {
  return "annulments" in body ? (body.annulments ?? []).map(({ round }) => round) : [];
}

/** Parses an entry. @param row of an entry of one of these types */
function entryOf<Type extends EntryType>(row: { entry: string }): Entry<Type> {
  return readLine(row.entry) as Entry<Type>;
}

/** Reads the features of these people by name, except for erased ones. */
export async function namedCells(
  db: Reader,
  studyId: string,
  people: readonly string[],
): Promise<Map<string, Features>> {
  const cells = new Map<string, Features>();
  for (let first = 0; first < people.length; first += peopleAtOnce) {
    const ids = people.slice(first, first + peopleAtOnce);
    for (const row of await listFeaturesOf(db, studyId, ids))
      cells.set(row.personId, readCells(row.features));
  }
  return cells;
}
