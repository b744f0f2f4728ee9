import { z } from "zod";
import { findImportOf, finishImport } from "#db/queries/imports.ts";
import { listFeatures } from "#db/queries/people.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { readCells } from "#server/audit-log/features.ts";
import { groupColumns } from "#server/audit-log/groups.ts";
import { personIdsFrom } from "#server/audit-log/pseudonyms.ts";
import type { Column } from "#server/learner/config/spec.ts";
import type { App } from "#server/platform/app/app.ts";
import { lockIdle } from "#server/platform/app/job-lease.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { type Confirmed, type ConfirmedUse, fileJob } from "#server/studies/uploads/confirm-file.ts";
import { findFile } from "#server/studies/uploads/stored-file.ts";
import { ruleInForce } from "#server/study/columns.ts";
import { type FurtherChoices, furtherChoicesSchema } from "#server/study/files/people/further-people.ts";
import type { FittedStudy, PlannedPeople } from "#server/study/files/people/further-tasks.ts";
import { guessFurtherColumns } from "#server/study/further-columns.ts";
import { findStudyLabels, identifierColumns } from "../labels.ts";
import { refuseEnded, requireStudy, settingsOf } from "../settings.ts";
import { addChunks } from "./add-chunks.ts";
import { abandonImport, beginImport, chunkSize, type StagedImport } from "./stage-people.ts";

/** The longest time for importing a file, in milliseconds. */
const importLimit = 60 * 60_000;

const work = {
  kind: "import-people" as const,
  busy: t.peopleImporting,
  limitMs: importLimit,
};

/** The imported people, and the log entry of the import. */
const importReceiptSchema = z.strictObject({
  first: z.string(),
  last: z.string(),
  count: z.int(),
  seq: z.int(),
});

type ImportReceipt = z.output<typeof importReceiptSchema>;

/** The file of further people for a published study. */
export const furtherPeople: ConfirmedUse<FurtherChoices, PlannedPeople, ImportReceipt> = {
  kind: "further-people",
  choicesSchema: furtherChoicesSchema,
  receiptSchema: importReceiptSchema,
  work,

  async lock(tx, studyId, clocks) {
    const study = await lockIdle(tx, studyId, work, clocks);
    if (study !== undefined) refuseEnded(study);
  },

  async decide(tx, { studyId, format, reading }) {
    const study = await readFit(tx, studyId);
    return { format, withoutErrors: false, ...guessFurtherColumns(reading.columns, study) };
  },

  async plan(app, { studyId, packed, choices, reading }) {
    const { isEnded: _, ...fit } = await app.store.read((db) => readFit(db, studyId));
    const study = { ...fit, ...(await readPresent(app, studyId, fit)) };
    const headers = reading.columns.map(({ name }) => name);
    return app.pool.run("planFurtherPeople", { packed, choices, headers, study, chunkSize });
  },

  carryOut: importFurther,
};

export const importJob = fileJob(furtherPeople);

/** Reads the uploaded file of further people, with the facts of the study that it must fit. */
export function readFurtherPeople(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const fit = await readFit(db, studyId);
    const { isEnded, columns, identifiers, groups, file: readAs } = fit;
    const file = await findFile(db, furtherPeople, studyId);
    const shown = file && { ...file, before: await findPeopleOf(db, studyId, file.hash) };
    return { isEnded, columns, identifiers, groups, readAs, file: shown };
  });
}

/** Finds the people of an earlier import with identical bytes; null if the file is new. */
async function findPeopleOf(db: Reader, studyId: string, fileHash: string) {
  const same = await findImportOf(db, studyId, fileHash);
  return same === undefined ? null : personIdsFrom(same.firstOrdinal, same.rowCount);
}

/** Reads the facts that a file must fit. @throws DomainError "study-not-ready" for a draft */
async function readFit(db: Reader, studyId: string) {
  const study = await requireStudy(db, studyId);
  const settings = settingsOf(study);
  const { columns } = settings.learner;
  const { file } = await findStudyLabels(db, studyId);
  const chance = ruleInForce(file);
  const identifiers = identifierColumns(file);
  const groups = groupColumns(settings);
  const { name, language } = study;
  return { name, language, isEnded: study.state === "ended", columns, chance, identifiers, groups, file };
}

const pageSize = 2_000;

/** Reads the words in use for each category among the study's people, and their identifiers. */
async function readPresent(
  app: App,
  studyId: string,
  { columns, identifiers }: { columns: readonly Column[]; identifiers: readonly string[] },
): Promise<Pick<FittedStudy, "words" | "identified">> {
  const words = columns.map(({ type }) => (type === "category" ? new Set<string>() : null));
  const identified: string[] = [];
  const isNeeded = identifiers.length > 0 || words.some((set) => set !== null);
  for (let after = 0; isNeeded; ) {
    const page = await app.store.read((db) => listFeatures(db, { studyId, after, limit: pageSize }));
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.ordinal;
    for (const person of page) {
      identified.push(person.identifiers);
      readCells(person.features).forEach((cell, index) => {
        if (cell !== null) words[index]?.add(cell);
      });
    }
  }
  return { words: words.map((set) => set && [...set]), identified };
}

type Import = Confirmed<FurtherChoices, PlannedPeople, ImportReceipt>;

/**
 * Imports a further file. People are stored in chunks and count at the end (docs/decisions/0004). A failure before that
 * leaves nothing behind.
 *
 * @throws DomainError "study-ended"; "busy" once another process has taken over
 */
async function importFurther(app: App, confirmed: Import): Promise<void> {
  const { job, file, plan } = confirmed;
  const { studyId } = job;
  const staged = { studyId, importId: app.newId(), fileHash: file.hash, count: plan.count };
  const firstOrdinal = await writeStudy(app, studyId, async ({ tx, study, now }) => {
    refuseEnded(study);
    return beginImport(tx, staged, now);
  });
  try {
    const root = await addChunks(app, job, staged, { ...plan, firstOrdinal });
    await finish(app, confirmed, { ...staged, root }, firstOrdinal);
  } catch (error) {
    await abandonImport(app, staged);
    throw error;
  }
}

function finish(
  app: App,
  { settle }: Import,
  staged: StagedImport & { readonly root: string },
  firstOrdinal: number,
): Promise<void> {
  const { studyId, importId, fileHash, count, root } = staged;
  return writeStudy(app, studyId, async ({ tx, study, append, now }) => {
    refuseEnded(study);
    const { first, last } = personIdsFrom(firstOrdinal, count);
    const { seq } = append("people.imported", { fileHash, first, last, count, root });
    await finishImport(tx, studyId, importId, seq);
    await settle(tx, { first, last, count, seq }, now);
  });
}
