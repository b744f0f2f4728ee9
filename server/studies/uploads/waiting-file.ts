import { deleteUpload, replaceUpload, updateUpload } from "#db/queries/uploads.ts";
import type { Tx } from "#db/store/store.ts";
import type { InputProblem } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import type { Result } from "#server/study/files/reading/result.ts";
import type { FormatChoices, PeopleReading } from "#server/study/reading.ts";
import {
  acceptedOf,
  type FileKind,
  type FilePlace,
  findFile,
  requireFile,
  requireWhole,
  type WholeFile,
} from "./stored-file.ts";
import { requireUploadQuota } from "./upload-quota.ts";

/**
 * An uploaded file waits in the database until it is used or thrown away, one of a kind in a study (docs/decisions/0010).
 * The way is the same for all; this is what a kind has of its own.
 */
export type FileUse<Choices, Plan> = FileKind<Choices> & {
  /** Locks the study while its file may change. @throws DomainError "busy", and whatever else speaks against it */
  readonly lock: (tx: Tx, studyId: string, clocks: Pick<App, "now" | "timekeeper">) => Promise<unknown>;
  /** Decides about a file that was just read, as far as it says so itself. @returns what is kept beside it */
  readonly decide: (tx: Tx, read: FreshlyRead) => Promise<Choices>;
  /** What using the file would do as things are decided; null while that cannot be said. */
  readonly plan: (app: App, file: WholeFile<Choices>) => Promise<Result<Plan | null>>;
};

export type FreshlyRead = {
  readonly studyId: string;
  readonly now: number;
  readonly format: FormatChoices;
  readonly reading: PeopleReading;
  /** What was found in the file before it, or in the same one when it was read before. */
  readonly before: PeopleReading | null;
};

export type Upload = {
  readonly studyId: string;
  readonly accountId: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The operator's word on how it is written, after it was refused as it was detected. */
  readonly format?: FormatChoices;
};

/**
 * Reads an uploaded file and keeps it in place of an earlier one, whichever that is by now: an upload whose page was left
 * does not stand in the way of the next.
 *
 * @throws DomainError "bad-input" if it cannot be read as a whole, or the account has too many files that wait: the earlier
 *   one stays then; as the lock refuses
 */
export async function takeFile<Choices>(
  app: App,
  use: FileUse<Choices, unknown>,
  { studyId, accountId, name, bytes, format = {} }: Upload,
): Promise<void> {
  await app.store.read((db) =>
    requireUploadQuota(db, { studyId, kind: use.kind, accountId, size: bytes.length }),
  );
  const read = acceptedOf(await app.pool.run("readPeopleFile", { bytes, format }));
  const { packed, fileHash: hash, reading } = read;
  const id = app.newId();
  await app.store.tx(async (tx) => {
    const now = app.now();
    await use.lock(tx, studyId, app);
    const before = (await findFile(tx, use, studyId))?.reading ?? null;
    const choices = await use.decide(tx, { studyId, now, format, reading, before });
    const file = { id, kind: use.kind, name, size: bytes.length, hash, packed };
    await requireUploadQuota(tx, { studyId, kind: use.kind, accountId, size: bytes.length });
    const texts = { reading: JSON.stringify(reading), choices: textOf(choices) };
    await replaceUpload(tx, { studyId, ...file, ...texts, createdBy: accountId, createdAt: now });
  });
}

/**
 * Reads the file again, as the operator says it is written, and decides about it anew.
 *
 * @throws DomainError "bad-input" if it cannot be read that way; "draft-outdated" if there is another file by now
 */
export async function rereadFile<Choices>(
  app: App,
  use: FileUse<Choices, unknown>,
  { format, ...place }: FilePlace & { format: FormatChoices },
): Promise<void> {
  const { studyId } = place;
  const { id, packed } = await app.store.read((db) => requireWhole(db, use, place));
  const reading = acceptedOf(await app.pool.run("rereadPeopleFile", { packed, format }));
  await app.store.tx(async (tx) => {
    const now = app.now();
    await use.lock(tx, studyId, app);
    const { reading: before } = await requireFile(tx, use, { studyId, fileId: id });
    const choices = await use.decide(tx, { studyId, now, format, reading, before });
    await updateUpload(tx, { studyId, id }, { reading: JSON.stringify(reading), choices: textOf(choices) });
  });
}

/**
 * Keeps what the operator decided about the file; another format reads it again.
 *
 * @throws DomainError "bad-input" if it cannot be read that way; "draft-outdated" if there is another file by now
 */
export async function chooseFile<Choices extends { readonly format: FormatChoices }>(
  app: App,
  use: FileUse<Choices, unknown>,
  { choices, ...place }: Required<FilePlace> & { choices: Choices },
): Promise<void> {
  const { studyId, fileId: id } = place;
  const { format } = choices;
  const known = await app.store.read((db) => requireFile(db, use, place));
  if (JSON.stringify(known.choices.format) !== JSON.stringify(format)) {
    return rereadFile(app, use, { ...place, format });
  }
  await app.store.tx(async (tx) => {
    await use.lock(tx, studyId, app);
    await requireFile(tx, use, place);
    await updateUpload(tx, { studyId, id }, { choices: textOf(choices) });
  });
}

/** Throws the file away. @throws DomainError as the lock refuses */
export function discardFile<Choices>(
  app: App,
  use: FileUse<Choices, unknown>,
  studyId: string,
): Promise<void> {
  return app.store.tx(async (tx) => {
    await use.lock(tx, studyId, app);
    await deleteUpload(tx, { studyId, kind: use.kind });
  });
}

/**
 * What using the file would do as things are decided now, with the file; null while that cannot be said.
 *
 * @throws DomainError "not-found" without a file; "draft-outdated" if it is another one; "bad-input" if it does not fit
 */
export async function planFile<Choices, Plan>(
  app: App,
  use: FileUse<Choices, Plan>,
  place: FilePlace,
): Promise<{ file: WholeFile<Choices>; plan: Plan | null }> {
  const file = await app.store.read((db) => requireWhole(db, use, place));
  return { file, plan: acceptedOf(await use.plan(app, file)) };
}

/** The same as it is shown: without the rows. */
export async function checkFile<Choices, Plan extends Shown>(
  app: App,
  use: FileUse<Choices, Plan>,
  studyId: string,
): Promise<Omit<Plan, "chunks"> | null> {
  const { plan } = await planFile(app, use, { studyId });
  if (plan === null) return null;
  const { chunks: _, ...check } = plan;
  return check;
}

/** What is shown of every plan: all that is wrong with the file. */
export type Shown = { readonly problems: readonly InputProblem[]; readonly chunks?: unknown };

function textOf(choices: unknown): string | null {
  return choices === null ? null : JSON.stringify(choices);
}
