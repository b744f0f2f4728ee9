import { findEntryHash } from "#db/queries/log.ts";
import { hasStudyEvent } from "#db/queries/security.ts";
import { findStudy } from "#db/queries/studies.ts";
import type { Reader, Store } from "#db/store/store.ts";
import { isStoreError } from "#db/store/store-error.ts";
import { formatCount } from "#server/format.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import type { Marks } from "./files.ts";
import type { Mark } from "./mark.ts";

/** A study whose database is behind its high-water mark. */
export type Behind = {
  readonly studyId: string;
  readonly mark: Mark;
  /** null where the database has no such study. */
  readonly name: string | null;
  /** Number of the study's last entry in the database. */
  readonly seq: number;
  /** Whether the database has an entry of that number with different content. */
  readonly isOther: boolean;
};

/**
 * Refuses a database that is older than what this server acknowledged: one restored by hand from a backup, or without
 * its write-ahead log. Continuing from there would replay rounds whose links are already known.
 *
 * @throws StartError, with nothing written
 */
export async function refuseBehind(store: Store, marks: Marks): Promise<void> {
  const behind = await listBehind(store, marks);
  if (behind.length === 0) return;
  const [first] = behind;
  if (first === undefined) return;
  const more = behind.length - 1;
  const others = more === 0 ? "" : `, and ${formatCount(more, "more study is", "more studies are")} behind`;
  throw new StartError(
    `This database is older than what was acknowledged: ${inWords(first)}${others}. If evenhand.sqlite-wal was removed, put it back. If this is a backup, put it back by npm run restore -- FOLDER; to go on without what is lost, npm run restore -- --as-it-is. Nothing was changed.`,
  );
}

export async function listBehind(store: Store, marks: Marks): Promise<Behind[]> {
  const behind: Behind[] = [];
  for (const studyId of marks.list()) {
    const mark = await marks.read(studyId);
    if (mark === null) continue;
    const found = await store.read((db) => compare(db, studyId, mark)).catch(asEmpty({ studyId, mark }));
    if (found !== null) behind.push(found);
  }
  return behind;
}

async function compare(db: Reader, studyId: string, mark: Mark): Promise<Behind | null> {
  const hash = await findEntryHash(db, studyId, mark.seq);
  if (hash === mark.head) return null;
  const study = await findStudy(db, studyId);
  if (study === undefined) {
    const isDeleted = await hasStudyEvent(db, { kind: "study.deleted", studyId });
    return isDeleted ? null : nowhere(studyId, mark);
  }
  return { studyId, mark, name: study.name, seq: study.nextSeq - 1, isOther: hash !== undefined };
}

/** Treats a database without tables as one without studies. */
function asEmpty({ studyId, mark }: { studyId: string; mark: Mark }) {
  return (error: unknown): Behind => {
    if (isStoreError(error) && error.code === "statement") return nowhere(studyId, mark);
    throw error;
  };
}

function nowhere(studyId: string, mark: Mark): Behind {
  return { studyId, mark, name: null, seq: 0, isOther: false };
}

/** Describes a study that is behind, as part of a sentence. */
export function inWords({ studyId, name, seq, mark, isOther }: Behind): string {
  if (name === null) return `the study ${studyId} with ${mark.seq} entries is not in it`;
  if (isOther) return `entry ${mark.seq} of the study “${name}” is another one`;
  return `the study “${name}” ends with entry ${seq}, and ${mark.seq - seq} more were written`;
}
