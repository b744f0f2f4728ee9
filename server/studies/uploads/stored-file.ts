import type { z } from "zod";
import { findPacked, findUpload } from "#db/queries/uploads.ts";
import type { Reader } from "#db/store/store.ts";
import { DomainError } from "#server/errors.ts";
import type { WaitingKind } from "#server/schemas/uploads.ts";
import type { PackedFile } from "#server/study/files/reading/packed-file.ts";
import type { Result } from "#server/study/files/reading/result.ts";
import { type PeopleReading, peopleReadingSchema } from "#server/study/reading.ts";

/** A file that waits, with what was found in it and what was decided about it. */
export type StoredFile<Choices> = {
  readonly id: string;
  readonly name: string;
  /** Of the bytes as they came, as is the hash (SHA-256). */
  readonly size: number;
  readonly hash: string;
  readonly reading: PeopleReading;
  readonly choices: Choices;
};

/** The same with its bytes. */
export type WholeFile<Choices> = StoredFile<Choices> & {
  readonly studyId: string;
  readonly packed: PackedFile;
};

/** What is needed to read a file back. */
export type FileKind<Choices> = {
  readonly kind: WaitingKind;
  /** What is kept beside the file of the operator's decisions; null if they are kept elsewhere. */
  readonly choicesSchema: z.ZodType<Choices, Choices>;
};

/** null if there is none. */
export async function findFile<Choices>(
  db: Reader,
  { kind, choicesSchema }: FileKind<Choices>,
  studyId: string,
): Promise<StoredFile<Choices> | null> {
  const row = await findUpload(db, { studyId, kind });
  if (row === undefined) return null;
  const reading = peopleReadingSchema.parse(JSON.parse(row.reading));
  const choices = choicesSchema.parse(row.choices === null ? null : JSON.parse(row.choices));
  return { ...row, reading, choices };
}

/** Which file is meant: the one with this id, which somebody has seen, or whichever there is. */
export type FilePlace = { readonly studyId: string; readonly fileId?: string };

/** @throws DomainError "not-found"; "draft-outdated" if there is another one by now */
export async function requireFile<Choices>(
  db: Reader,
  kind: FileKind<Choices>,
  { studyId, fileId }: FilePlace,
): Promise<StoredFile<Choices>> {
  const file = await findFile(db, kind, studyId);
  if (file === null) throw new DomainError("not-found", "There is no file yet: upload one.");
  if (fileId === undefined || fileId === file.id) return file;
  throw new DomainError("draft-outdated", "Another file was uploaded meanwhile. Load the page again.");
}

/** @throws DomainError as {@link requireFile} */
export async function requireWhole<Choices>(
  db: Reader,
  kind: FileKind<Choices>,
  place: FilePlace,
): Promise<WholeFile<Choices>> {
  const { studyId } = place;
  const file = await requireFile(db, kind, place);
  const packed = await findPacked(db, studyId, file.id);
  if (packed === undefined) throw new Error(`the file ${file.id} without its bytes`);
  return { studyId, ...file, packed };
}

/** @throws DomainError "bad-input" with all that is wrong */
export function acceptedOf<Value>(answer: Result<Value>): Value {
  if ("value" in answer) return answer.value;
  throw new DomainError("bad-input", answer.refused.message, answer.refused.problems);
}
