import { findLastSeqOf } from "#db/queries/log.ts";
import { listImported, listOpenedAmong } from "#db/queries/people.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { readCells } from "#server/audit-log/features.ts";
import type { PersonCells } from "#server/audit-log/groups.ts";
import { DomainError } from "#server/errors.ts";
import type { LogHead } from "./export-log.ts";

export const peopleAtOnce = 1_000;

export type ImportedPerson = {
  readonly person: string;
  readonly ordinal: number;
  readonly digest: string;
  /** The key and the cells of the digest; null unless a round showed them, and after the person was erased. */
  readonly shown: ({ readonly digestKey: string } & PersonCells) | null;
};

type Page = { readonly studyId: string; readonly head: LogHead; readonly after: number };

/**
 * Reads a page of the people imported up to the head, in the order of the files.
 *
 * @throws DomainError "busy" if a person was erased after the head: nothing else changes the data
 */
export async function readImported(
  db: Reader,
  { studyId, head, after }: Page,
): Promise<readonly ImportedPerson[]> {
  if ((await findLastSeqOf(db, studyId, "person.erased")) > head.seq) {
    throw new DomainError("busy", t.erasedMeanwhile());
  }
  const page = await listImported(db, { studyId, after, upToSeq: head.seq, limit: peopleAtOnce });
  const ids = page.map(({ id }) => id);
  const opened = new Set(await listOpenedAmong(db, { studyId, ids, upToSeq: head.seq }));
  return page.map(({ id: person, ordinal, digest, digestKey, features, groups }) => {
    const isShown = opened.has(person) && digestKey !== null && features !== null && groups !== null;
    const cells = isShown && { features: readCells(features), groups: readCells(groups) };
    return { person, ordinal, digest, shown: cells ? { digestKey, ...cells } : null };
  });
}
