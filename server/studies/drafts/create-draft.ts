import { findDraft } from "#db/queries/drafts.ts";
import { listStoredPeople } from "#db/queries/people.ts";
import { findRuleList, replaceRuleList } from "#db/queries/rule-lists.ts";
import { findMembership } from "#db/queries/seats.ts";
import { insertStudy } from "#db/queries/studies.ts";
import { replaceUpload } from "#db/queries/uploads.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import * as texts from "#messages/templates.ts";
import { genesisPrev } from "#server/audit-log/chain.ts";
import { readCells } from "#server/audit-log/features.ts";
import { DomainError } from "#server/errors.ts";
import { inLanguage, type Language, messageKey } from "#server/locale.ts";
import type { App } from "#server/platform/app/app.ts";
import { byServer, joinStudy } from "#server/studies/join-study.ts";
import { acceptedOf, findFile, requireWholeUpload } from "#server/studies/uploads/stored-file.ts";
import { requireUploadQuota } from "#server/studies/uploads/upload-quota.ts";
import { type PeopleDraft, type StudyDraft, studyDraftSchema } from "#server/study/draft.ts";
import { copyOfDraft, newDraft } from "#server/study/empty-draft.ts";
import { copiedFile, type StoredPerson } from "#server/study/files/people/copied-file.ts";
import { type TemplateName, templateNames, templates } from "#server/study/templates.ts";
import { peopleKind } from "./open-draft.ts";

type Start = {
  readonly name: string;
  /** A template, or the id of a study that the maker operates: its settings, rules and guidelines are copied. */
  readonly start?: string;
  /** Whether the people of the copied study and its long list of rules are copied too. */
  readonly people?: "none" | "copied";
  /** The language of its auditors. */
  readonly language?: Language;
  /** Marks the study everywhere as one of synthetic people. */
  readonly isDemo?: boolean;
};

/**
 * Creates an unpublished study that only its maker can see.
 *
 * @throws DomainError "not-found" if there is no such study to copy; "bad-input" if its people fill more than one file,
 *   or more than the account may upload
 */
export async function createDraft(
  app: App,
  operatorId: string,
  { name, start = "learn", people = "none", language = "en", isDemo = false }: Start,
): Promise<{ studyId: string }> {
  const studyId = app.newId();
  const now = app.now();
  const first = await firstDraft(app, operatorId, { name, start, language, now });
  const copied = people === "copied" ? await copiedPeople(app, start, first) : null;
  const row = {
    id: studyId,
    name,
    state: "draft" as const,
    isDemo,
    language,
    nextSeq: 1,
    headHash: genesisPrev,
    headAt: now,
    roundCount: 0,
    skippedLinks: 0,
    appliedSeq: 0,
    fence: 0,
    createdBy: operatorId,
    createdAt: now,
  };
  await app.store.tx(async (tx) => {
    await insertStudy(tx, row, JSON.stringify(copied?.draft ?? first));
    await joinStudy(tx, { studyId, accountId: operatorId, role: "operator", ...byServer, now });
    if (copied !== null) await insertCopied(tx, copied, { id: app.newId(), studyId, operatorId, now });
  });
  return { studyId };
}

async function firstDraft(
  app: App,
  operatorId: string,
  { name, start, language, now }: { name: string; start: string; language: Language; now: number },
): Promise<StudyDraft> {
  const restsOnBeacon = app.beacon !== null;
  const template = templateNames.find((known) => known === start);
  if (template !== undefined) {
    const draft = newDraft(name, now, { kind: templates[template].kind, restsOnBeacon });
    return { ...draft, purpose: { ...draft.purpose, ...inLanguage(language, () => textsOf(template)) } };
  }
  const copied = await app.store.read(async (db) => {
    const membership = await findMembership(db, start, operatorId);
    const mayCopy = membership?.role === "operator" && membership.endedAt === null;
    return mayCopy ? findStoredDraft(db, start) : null;
  });
  if (copied === null) throw new DomainError("not-found", t.nothingToCopy());
  return copyOfDraft(copied.draft, newDraft(name, now, { restsOnBeacon }));
}

/** Returns the first answers of a template about the purpose; none where a study starts empty. */
function textsOf(name: TemplateName): Partial<StudyDraft["purpose"]> {
  if (name === "learn" || name === "audit") return {};
  const template = { template: messageKey(name) };
  return {
    decision: texts.decision(template),
    purpose: texts.purpose(template),
    guidelines: texts.guidelines(template),
  };
}

async function findStoredDraft(db: Reader, studyId: string) {
  const found = await findDraft(db, studyId);
  if (found === undefined) return null;
  return { state: found.state, draft: studyDraftSchema.parse(JSON.parse(found.draft)) };
}

type Copied = NonNullable<Awaited<ReturnType<typeof copiedPeople>>>;

/** Returns a draft with the people and the long list of rules of the study that it copies; null if it has no people. */
async function copiedPeople(app: App, earlierId: string, first: StudyDraft) {
  const { earlier, upload, rows, list } = await app.store.read(async (db) => ({
    earlier: await findStoredDraft(db, earlierId),
    upload:
      (await findFile(db, peopleKind, earlierId)) &&
      (await requireWholeUpload(db, peopleKind, { studyId: earlierId })),
    rows: await readStoredPeople(db, earlierId),
    list: (await findRuleList(db, earlierId)) ?? null,
  }));
  const people = earlier?.draft.people ?? null;
  if (earlier === null || people === null) return null;
  const isDraft = earlier.state === "draft";
  const file = isDraft ? upload && { ...upload, people } : await writtenFile(app, people, rows);
  if (file === null) return null;
  const rules = { ...first.rules, list: list && earlier.draft.rules.list };
  return { draft: { ...first, people: file.people, rules }, file, list };
}

/** Writes a published study's people as a file. */
async function writtenFile(app: App, choices: PeopleDraft, rows: readonly StoredPerson[]) {
  const { bytes, people } = copiedFile(choices, rows);
  const read = acceptedOf(await app.pool.run("readPeopleFile", { bytes, format: people.format }));
  return { ...read, hash: read.fileHash, name: "people.csv", size: bytes.length, people };
}

const peopleAtOnce = 5_000;

/** Reads everyone who was imported and not erased, in the order of the files. */
async function readStoredPeople(db: Reader, studyId: string): Promise<StoredPerson[]> {
  const people: StoredPerson[] = [];
  let after = 0;
  while (true) {
    const page = await listStoredPeople(db, { studyId, after, limit: peopleAtOnce });
    for (const { features, groups, identifiers, outcome } of page) {
      const cells = { features: readCells(features), groups: readCells(groups) };
      people.push({ ...cells, identifiers: JSON.parse(identifiers), outcome });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < peopleAtOnce) return people;
    after = last.ordinal;
  }
}

async function insertCopied(
  tx: Tx,
  { file, list }: Copied,
  { id, studyId, operatorId, now }: { id: string; studyId: string; operatorId: string; now: number },
): Promise<void> {
  const { kind } = peopleKind;
  const { name, size, hash, packed, reading } = file;
  const quota = { studyId, kind, accountId: operatorId, size: size + (list?.size ?? 0) };
  await requireUploadQuota(tx, quota);
  const texts = { reading: JSON.stringify(reading), choices: null };
  const made = { createdBy: operatorId, createdAt: now };
  await replaceUpload(tx, { id, studyId, kind, name, size, hash, packed, ...texts, ...made });
  if (list !== null) await replaceRuleList(tx, { studyId, ...list, createdAt: now });
}
