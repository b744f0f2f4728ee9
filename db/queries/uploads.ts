import { and, eq, ne, or, sum } from "drizzle-orm";
import { findRow, findValue, updating } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

export type UploadRow = Tx["t"]["upload"]["$inferSelect"];
type UploadOf = Pick<UploadRow, "studyId" | "kind">;

/** Stores a file in place of an earlier one of its kind. */
export async function replaceUpload(tx: Tx, row: UploadRow): Promise<void> {
  const { studyId, kind } = row;
  await deleteUpload(tx, { studyId, kind });
  await tx.q.insert(tx.t.upload).values(row);
}

/** Finds what is known of the waiting file, without its content, which may be large. */
export async function findUpload(db: Reader, { studyId, kind }: UploadOf) {
  return findRow(db, "upload", { studyId, kind }, ["id", "name", "size", "hash", "reading", "choices"]);
}

/** Sums the bytes of all waiting files that an account has uploaded, except one that is being replaced. */
export async function sumUploads(db: Reader, accountId: string, replaced: UploadOf | null): Promise<number> {
  const { upload } = db.t;
  const isOther =
    replaced === null ? undefined : or(ne(upload.studyId, replaced.studyId), ne(upload.kind, replaced.kind));
  const rows = await db.q
    .select({ bytes: sum(upload.size) })
    .from(upload)
    .where(and(eq(upload.createdBy, accountId), isOther));
  return Number(rows[0]?.bytes ?? 0);
}

/** Finds the content of a file, deflated. */
export async function findPacked(db: Reader, studyId: string, id: string): Promise<Uint8Array | undefined> {
  return findValue(db, "upload", { studyId, id }, "packed");
}

export const updateUpload = updating("upload", ["studyId", "id"], ["reading", "choices"]);

/** Deletes this file, or the waiting file of a kind. */
export async function deleteUpload(
  tx: Tx,
  which: UploadOf | Pick<UploadRow, "studyId" | "id">,
): Promise<void> {
  const { upload } = tx.t;
  const isMeant = "id" in which ? eq(upload.id, which.id) : eq(upload.kind, which.kind);
  await tx.q.delete(upload).where(and(eq(upload.studyId, which.studyId), isMeant));
}
