import { deleteJobs, findJobParams, findLastJob, insertJob } from "#db/queries/jobs.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import { DomainError } from "#server/errors.ts";
import type { FileRead, OrRefused, PackedFile } from "#server/files/people/people-tasks.ts";
import { byteLimit, grouped } from "#server/files/reading/limits.ts";

/** An uploaded file lies in the `job` table until it was used or thrown away (docs/decisions/0005), one of a kind. */

export type StoredFile = { readonly name: string; readonly size: number; readonly hash: string };

export type Upload = {
  readonly studyId: string;
  readonly accountId: string;
  readonly name: string;
  readonly bytes: Uint8Array;
};

/** Keeps a file that was read, in place of an earlier one of its kind, in a transaction that has locked the study. */
export async function storeUpload(
  tx: Tx,
  kind: string,
  upload: Upload & { id: string; now: number; result: string; read: Pick<FileRead, "packed" | "fileHash"> },
): Promise<void> {
  const { studyId, id, now, result, read } = upload;
  const file: StoredFile = { name: upload.name, size: upload.bytes.length, hash: read.fileHash };
  await deleteJobs(tx, studyId, kind);
  await insertJob(tx, {
    studyId,
    id,
    kind,
    state: "waiting",
    params: read.packed,
    progress: JSON.stringify(file),
    result,
    fence: 0,
    createdBy: upload.accountId,
    createdAt: now,
    updatedAt: now,
  });
}

/** What is known of the file, without the file; null if there is none. */
export async function findUpload(
  db: Reader,
  studyId: string,
  kind: string,
): Promise<{ file: StoredFile & { jobId: string }; result: string } | null> {
  const job = await findLastJob(db, studyId, kind);
  if (job === undefined || job.result === null || job.progress === null) return null;
  return { file: { ...(JSON.parse(job.progress) as StoredFile), jobId: job.id }, result: job.result };
}

/** The file itself. @throws DomainError "not-found" if there is none */
export async function requireUpload(
  db: Reader,
  studyId: string,
  kind: string,
): Promise<{ packed: PackedFile; jobId: string; hash: string; result: string }> {
  const found = await findUpload(db, studyId, kind);
  const packed = found === null ? undefined : await findJobParams(db, studyId, found.file.jobId);
  if (found === null || packed === undefined) {
    throw new DomainError("not-found", "There is no file yet: upload one.");
  }
  return { packed, jobId: found.file.jobId, hash: found.file.hash, result: found.result };
}

/** @throws DomainError "bad-input" with all that is wrong */
export function acceptedOf<Value>(answer: OrRefused<Value>): Value {
  if ("value" in answer) return answer.value;
  throw new DomainError("bad-input", answer.refused.message, answer.refused.problems);
}

export function tooLarge(): DomainError {
  const message = `The file has more than ${grouped(byteLimit)} bytes, the limit. Split it into several files.`;
  return new DomainError("bad-input", message, [{ message }]);
}
