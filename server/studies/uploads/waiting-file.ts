import { deleteUpload, replaceUpload, updateUpload } from "#db/queries/uploads.ts";
import type { Tx } from "#db/store/store.ts";
import type { InputProblem } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import type { Result } from "#server/study/files/reading/result.ts";
import type { FormatChoices, PeopleReading } from "#server/study/reading.ts";
import {
  acceptedOf,
  type FilePlace,
  findFile,
  requireFile,
  requireWholeUpload,
  type UploadedKind,
  type WholeFile,
} from "./stored-file.ts";
import { requireUploadQuota } from "./upload-quota.ts";

/**
 * An uploaded file is kept in the database until it is used or deleted, one of each kind in a study
 * (docs/decisions/0010). All kinds are handled in the same way; this type holds what differs.
 */
export type FileUse<Choices, Plan> = UploadedKind<Choices> & {
  /** Locks the study while its file may change. @throws DomainError "busy", and other reasons against it */
  readonly lock: (tx: Tx, studyId: string, clocks: Pick<App, "now" | "timekeeper">) => Promise<unknown>;
  /**
   * Derives choices from a file that was just read, as far as the file determines them.
   * @returns the choices to store
   */
  readonly decide: (tx: Tx, read: FreshlyRead) => Promise<Choices>;
  /** Plans what using the file would do with the present choices; null while choices are missing. */
  readonly plan: (app: App, file: WholeFile<Choices>) => Promise<Result<Plan | null>>;
};

export type FreshlyRead = {
  readonly studyId: string;
  readonly now: number;
  readonly format: FormatChoices;
  readonly reading: PeopleReading;
  /** Findings of the previous file, or of an earlier reading of this one. */
  readonly before: PeopleReading | null;
};

export type WaitingUpload = {
  readonly studyId: string;
  readonly accountId: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The format that the operator chose after the detected one did not work. */
  readonly format?: FormatChoices;
};

/**
 * Reads an uploaded file and stores it in place of any earlier one, so that an abandoned upload does not block the
 * next.
 *
 * @throws DomainError "bad-input" if it cannot be read as a whole, or the account has too many uploaded files: the
 *   earlier file is kept in that case; as the lock refuses
 */
export async function takeFile<Choices>(
  app: App,
  use: FileUse<Choices, unknown>,
  { studyId, accountId, name, bytes, format = {} }: WaitingUpload,
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
 * Reads the file again in the format that the operator chose, and derives its choices anew.
 *
 * @throws DomainError "bad-input" if it cannot be read that way; "draft-outdated" if there is another file by now
 */
export async function rereadFile<Choices>(
  app: App,
  use: FileUse<Choices, unknown>,
  { format, ...place }: FilePlace & { format: FormatChoices },
): Promise<void> {
  const { studyId } = place;
  const { id, packed } = await app.store.read((db) => requireWholeUpload(db, use, place));
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
 * Stores the operator's choices for the file. With another format the file is read again.
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

/** Deletes the file. @throws DomainError as the lock refuses */
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
 * Reads the file with a plan of what using it would do with the present choices; null while choices are missing.
 *
 * @throws DomainError "not-found" without a file; "draft-outdated" if it is another one; "bad-input" if it does not fit
 */
export async function planFile<Choices, Plan>(
  app: App,
  use: FileUse<Choices, Plan>,
  place: FilePlace,
): Promise<{ file: WholeFile<Choices>; plan: Plan | null }> {
  const file = await app.store.read((db) => requireWholeUpload(db, use, place));
  return { file, plan: acceptedOf(await use.plan(app, file)) };
}

/** Reads the file's plan for display, without the rows. */
export async function checkFile<Choices, Plan extends ShownPlan>(
  app: App,
  use: FileUse<Choices, Plan>,
  studyId: string,
): Promise<Omit<Plan, "chunks"> | null> {
  const { plan } = await planFile(app, use, { studyId });
  if (plan === null) return null;
  const { chunks: _, ...check } = plan;
  return check;
}

/** The displayed part of every plan: everything that is wrong with the file. */
export type ShownPlan = { readonly problems: readonly InputProblem[]; readonly chunks?: unknown };

function textOf(choices: unknown): string | null {
  return choices === null ? null : JSON.stringify(choices);
}
