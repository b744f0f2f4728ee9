import { createHash } from "node:crypto";
import * as t from "#messages/fileProblems.ts";
import { DomainError } from "#server/errors.ts";
import type { Language } from "#server/locale.ts";
import type { PeopleDraft } from "#server/study/draft.ts";
import { type Chunks, encodeChunks } from "#server/study/files/reading/chunks.ts";
import type { PeopleCells } from "#server/study/files/reading/convert-columns.ts";
import { type PackedFile, packFile, unpackFile } from "#server/study/files/reading/packed-file.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { type Result, toResult } from "#server/study/files/reading/result.ts";
import type { FormatChoices, PeopleReading } from "#server/study/reading.ts";
import { describePeople } from "./describe-people.ts";
import { nearCopies } from "./near-copies.ts";
import { type PreparedPeople, prepareFile, preparePeople } from "./prepare-people.ts";

/** Tasks for files of people, which run in a worker. */

export type FileRead = {
  readonly packed: PackedFile;
  readonly fileHash: string;
  readonly reading: PeopleReading;
};

export function readPeopleFile({
  bytes,
  format,
}: {
  bytes: Uint8Array;
  format: FormatChoices;
}): Result<FileRead> {
  return toResult(() => {
    const reading = describePeople(readPeople(bytes, format));
    const fileHash = createHash("sha256").update(bytes).digest("hex");
    return { packed: packFile(bytes), fileHash, reading };
  });
}

/** Reads the same file in another format. */
export function rereadPeopleFile(input: {
  packed: PackedFile;
  format: FormatChoices;
}): Result<PeopleReading> {
  return toResult(() => describePeople(readPeople(unpackFile(input.packed), input.format)));
}

export type PeopleCheck = Pick<PreparedPeople, "problems" | "wrong" | "isReady" | "leftOut" | "emptied"> & {
  /** The number of people that would be imported. */
  readonly count: number;
};

export type DraftCheck = PeopleCheck & {
  /** The places of columns that nearly determine the outcome. */
  readonly copies: readonly number[];
};

export function checkPeopleFile(input: { packed: PackedFile; people: PeopleDraft }): Result<DraftCheck> {
  return toResult(() => {
    const { people, packed } = input;
    const file = readPeople(unpackFile(packed), people.format);
    const { features, problems, wrong, isReady, leftOut, emptied } = prepareFile(file, people);
    const copies = nearCopies(file, people.columns);
    return { count: features.length, problems, wrong, isReady, leftOut, emptied, copies };
  });
}

/** People ready to be stored. */
export type PeopleChunks = { readonly count: number; readonly chunks: Chunks<PeopleRow> };

export type PeopleRow = readonly [
  features: readonly (string | null)[],
  groups: readonly (string | null)[],
  identifiers: readonly (string | null)[],
  outcome: "yes" | "no" | null,
];

export function convertPeopleFile(input: {
  packed: PackedFile;
  people: PeopleDraft;
  /** The study's language, in which groups between cuts are named. */
  language: Language;
  chunkSize: number;
}): Result<PeopleChunks> {
  return toResult(() => {
    const prepared = preparePeople(unpackFile(input.packed), input.people, input.language);
    const { features, problems, isReady } = prepared;
    if (isReady) return { count: features.length, chunks: peopleChunks(prepared, input.chunkSize) };
    const message = problems[0]?.message ?? t.notImportable();
    throw new DomainError("bad-input", message, problems);
  });
}

export function peopleChunks(
  { features, groups, identifiers, outcomes }: PeopleCells,
  chunkSize: number,
): Chunks<PeopleRow> {
  const rows = features.map(
    (cells, index): PeopleRow => [
      cells,
      groups[index] ?? [],
      identifiers[index] ?? [],
      outcomes[index] ?? null,
    ],
  );
  return encodeChunks(rows, chunkSize);
}
