import type { z } from "zod";
import { findPacked, findUpload } from "#db/queries/uploads.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { WaitingKind } from "#server/schemas/uploads.ts";
import type { PackedFile } from "#server/study/files/reading/packed-file.ts";
import type { Result } from "#server/study/files/reading/result.ts";
import { type PeopleReading, peopleReadingSchema } from "#server/study/reading.ts";

/** An uploaded file with its findings and the operator's choices. */
export type StoredFile<Choices> = {
  readonly id: string;
  readonly name: string;
  /** Number of bytes as uploaded. The hash (SHA-256) is of the same bytes. */
  readonly size: number;
  readonly hash: string;
  readonly reading: PeopleReading;
  readonly choices: Choices;
};

/** A stored file with its bytes. */
export type WholeFile<Choices> = StoredFile<Choices> & {
  readonly studyId: string;
  readonly packed: PackedFile;
};

/** The schema needed to read a file back from the database. */
export type UploadedKind<Choices> = {
  readonly kind: WaitingKind;
  /** Operator's choices that are stored with the file; null if they are stored elsewhere. */
  readonly choicesSchema: z.ZodType<Choices, Choices>;
};

/** Finds a file; null if there is none. */
export async function findFile<Choices>(
  db: Reader,
  { kind, choicesSchema }: UploadedKind<Choices>,
  studyId: string,
): Promise<StoredFile<Choices> | null> {
  const row = await findUpload(db, { studyId, kind });
  if (row === undefined) return null;
  const reading = peopleReadingSchema.parse(JSON.parse(row.reading));
  const choices = choicesSchema.parse(row.choices === null ? null : JSON.parse(row.choices));
  return { ...row, reading, choices };
}

/** Identifies a file: the one with this id, as the caller has read it, or the present one. */
export type FilePlace = { readonly studyId: string; readonly fileId?: string };

/** Reads a file. @throws DomainError "not-found"; "draft-outdated" if there is another one by now */
export async function requireFile<Choices>(
  db: Reader,
  kind: UploadedKind<Choices>,
  { studyId, fileId }: FilePlace,
): Promise<StoredFile<Choices>> {
  const file = await findFile(db, kind, studyId);
  if (file === null) throw new DomainError("not-found", t.noFileYet());
  if (fileId === undefined || fileId === file.id) return file;
  throw new DomainError("draft-outdated", t.fileOutdated());
}

/** Reads a file with its bytes. @throws DomainError as {@link requireFile} */
export async function requireWholeUpload<Choices>(
  db: Reader,
  kind: UploadedKind<Choices>,
  place: FilePlace,
): Promise<WholeFile<Choices>> {
  const { studyId } = place;
  const file = await requireFile(db, kind, place);
  const packed = await findPacked(db, studyId, file.id);
  if (packed === undefined) throw new Error(`the file ${file.id} without its bytes`);
  return { studyId, ...file, packed };
}

/** Returns the value of a result. @throws DomainError "bad-input" with everything that is wrong */
export function acceptedOf<Value>(answer: Result<Value>): Value {
  if ("value" in answer) return answer.value;
  throw new DomainError("bad-input", answer.refused.message, answer.refused.problems);
}
