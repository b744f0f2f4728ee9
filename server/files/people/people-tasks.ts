import { createHash } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import type { PeopleDraft } from "#server/draft/draft.ts";
import type { FormatChoices, PeopleReading } from "#server/draft/reading.ts";
import { type InputProblem, isDomainError } from "#server/errors.ts";
import { readPeople } from "#server/files/reading/read-people.ts";
import { describePeople } from "./describe-people.ts";
import { type PreparedPeople, preparePeople } from "./prepare-people.ts";

/** The work on files of people that runs in a worker. What is refused comes back as a value: errors lose their codes. */

/** A file as a text that any database keeps. */
export type PackedFile = string;

export type Refused = { readonly message: string; readonly problems: readonly InputProblem[] };
export type OrRefused<Value> = { readonly value: Value } | { readonly refused: Refused };

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
}): OrRefused<FileRead> {
  return orRefused(() => {
    const reading = describePeople(readPeople(bytes, format));
    const fileHash = createHash("sha256").update(bytes).digest("hex");
    return { packed: deflateSync(bytes, { level: 4 }).toString("base64"), fileHash, reading };
  });
}

/** The same file in another format. */
export function rereadPeopleFile(input: {
  packed: PackedFile;
  format: FormatChoices;
}): OrRefused<PeopleReading> {
  return orRefused(() => describePeople(readPeople(unpack(input.packed), input.format)));
}

export type PeopleCheck = Pick<PreparedPeople, "problems" | "isReady" | "leftOut" | "emptied"> & {
  /** People who would be imported. */
  readonly count: number;
};

export function checkPeopleFile(input: { packed: PackedFile; people: PeopleDraft }): OrRefused<PeopleCheck> {
  return orRefused(() => {
    const { features, problems, isReady, leftOut, emptied } = preparePeople(
      unpack(input.packed),
      input.people,
    );
    return { count: features.length, problems, isReady, leftOut, emptied };
  });
}

/** People ready to be stored. Each chunk is JSON that is parsed when its turn comes, so the main thread never waits long. */
export type PeopleChunks = { readonly count: number; readonly chunks: readonly Uint8Array[] };

export type PeopleRow = readonly [
  features: readonly (string | null)[],
  identifiers: readonly (string | null)[],
  outcome: "yes" | "no" | null,
];

export function convertPeopleFile(input: {
  packed: PackedFile;
  people: PeopleDraft;
  chunkSize: number;
}): OrRefused<PeopleChunks> {
  return orRefused(() => {
    const prepared = preparePeople(unpack(input.packed), input.people);
    if (!prepared.isReady) throw new NotReady(prepared.problems);
    return { count: prepared.features.length, chunks: encodeChunks(prepared, input.chunkSize) };
  });
}

export function encodeChunks(
  { features, identifiers, outcomes }: Pick<PreparedPeople, "features" | "identifiers" | "outcomes">,
  chunkSize: number,
): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  const encoder = new TextEncoder();
  for (let start = 0; start < features.length; start += chunkSize) {
    const rows = features
      .slice(start, start + chunkSize)
      .map(
        (cells, offset): PeopleRow => [
          cells,
          identifiers[start + offset] ?? [],
          outcomes[start + offset] ?? null,
        ],
      );
    chunks.push(encoder.encode(JSON.stringify(rows)));
  }
  return chunks;
}

class NotReady extends Error {
  readonly problems: readonly InputProblem[];

  constructor(problems: readonly InputProblem[]) {
    super(problems[0]?.message ?? "The file cannot be imported as it is.");
    this.problems = problems;
  }
}

export function orRefused<Value>(work: () => Value): OrRefused<Value> {
  try {
    return { value: work() };
  } catch (error) {
    if (isDomainError(error) || error instanceof NotReady) {
      return { refused: { message: error.message, problems: error.problems } };
    }
    throw error;
  }
}

function unpack(packed: PackedFile): Uint8Array {
  return inflateSync(Buffer.from(packed, "base64"));
}
