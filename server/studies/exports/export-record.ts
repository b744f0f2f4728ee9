import { createHash } from "node:crypto";
import { findPackedRules } from "#db/queries/rule-lists.ts";
import type { Reader } from "#db/store/store.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { joinCells } from "#server/audit-log/groups.ts";
import { listNamedIn, ruleListPieces } from "#server/audit-log/rule-list.ts";
import type { App } from "#server/platform/app/app.ts";
import { studyDamaged } from "#server/platform/integrity/damaged.ts";
import { processCache } from "#server/platform/process/process-wide.ts";
import { type PackedFile, unpackNamed } from "#server/study/files/reading/packed-file.ts";
import { requireStudy, settingsOf } from "../settings.ts";
import { exportLog, exportLogBytes, exportTotals, headOf, type LogHead } from "./export-log.ts";
import { type ImportedPerson, peopleAtOnce, readImported } from "./imported-people.ts";

export type ExportedRecord = {
  readonly head: LogHead;
  readonly lines: AsyncGenerator<string>;
  /** Its length in bytes, once it was generated in this process. */
  readonly size?: number;
  /** Generates what it holds from a byte on, without what comes before; null before the log. */
  readonly from?: (begin: number) => AsyncGenerator<Uint8Array> | null;
};

/** Where the log of a generated record begins and ends, in bytes, and the manifest after it. */
type Layout = { readonly logAt: number; readonly logEnd: number; readonly manifest: string };

/** Records whose layout is kept. An entry takes some hundred bytes. */
const keptLayouts = 1_000;

const layouts = () => processCache<Layout>("record-layouts", { max: keptLayouts });

/**
 * Exports a study's whole record as one file (docs/log-format.md, section 8). Its parts in order: the list of rules, if
 * the log names one by its hash; everyone imported, with features where a round showed them; the totals that erasures
 * left; the log up to one entry; and the manifest. A file without its manifest is incomplete. Memory grows with the
 * list alone, whose text is held whole.
 *
 * The people are those at the log's head. The first page is read in one snapshot with it. Each later page fails if a
 * person was erased since, for nothing else changes the data.
 *
 * @throws DomainError "study-damaged" if the list is not the one that the log names; "busy" if a person is erased
 *   during the export
 */
export async function exportRecord(app: Pick<App, "store">, studyId: string): Promise<ExportedRecord> {
  const record = await recordAsOf(app, studyId);
  if (record === undefined) throw new Error("a log without a last entry");
  return record;
}

/**
 * Exports a record as of the entry at which it was begun.
 *
 * @param asOf as for headOf
 * @returns undefined if it cannot be made as of that entry
 */
export async function recordAsOf(
  app: Pick<App, "store">,
  studyId: string,
  asOf?: LogHead,
): Promise<ExportedRecord | undefined> {
  const begun = await app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const head = await headOf(db, study, asOf);
    if (head === undefined) return undefined;
    const packed = await findNamedRules(db, settingsOf(study));
    const first = await readImported(db, { studyId, head, after: 0 });
    return { head, packed, first };
  });
  if (begun === undefined) return undefined;
  const { packed, head, first } = begun;
  const list = packed && (await listIn(packed));
  const lines = recordLines(app, { studyId, head, list, first });
  const layout = layouts().get(keyOf(studyId, head));
  if (layout === undefined) return { head, lines };
  const { logAt, logEnd, manifest } = layout;
  const from = (begin: number) =>
    begin < logAt ? null : recordEnd(app, studyId, { ...layout, upTo: head.seq, begin });
  return { head, lines, size: logEnd + Buffer.byteLength(manifest), from };
}

/** A record is the same bytes each time for the same entry of a log. */
function keyOf(studyId: string, { hash }: LogHead): string {
  return `${studyId}/${hash}`;
}

/** Generates a record from a byte of its log, or of its manifest, on. */
async function* recordEnd(
  app: Pick<App, "store">,
  studyId: string,
  { logAt, logEnd, manifest, upTo, begin }: Layout & { readonly upTo: number; readonly begin: number },
): AsyncGenerator<Uint8Array> {
  if (begin < logEnd) yield* exportLogBytes(app, studyId, { after: 0, upTo, begin: begin - logAt });
  yield Buffer.from(manifest).subarray(Math.max(0, begin - logEnd));
}

type RecordStart = {
  readonly studyId: string;
  readonly head: LogHead;
  /** The text of the list of rules that the settings name. */
  readonly list: Uint8Array | null;
  readonly first: readonly ImportedPerson[];
};

async function* recordLines(
  app: Pick<App, "store">,
  { studyId, head, list, first }: RecordStart,
): AsyncGenerator<string> {
  const rules = new Part();
  for (const piece of list === null ? [] : ruleListPieces(list)) yield rules.take(`${piece}\n`);
  const people = new Part();
  let featuresOf = 0;
  for (let page = first; ; ) {
    for (const person of page) {
      featuresOf += person.shown === null ? 0 : 1;
      yield people.take(personLine(person));
    }
    if (page.length < peopleAtOnce) break;
    const { ordinal: after } = page.at(-1) as ImportedPerson;
    page = await app.store.read((db) => readImported(db, { studyId, head, after }));
  }
  const totals = new Part();
  for await (const line of exportTotals(app, studyId)) yield totals.take(line);
  const log = new Part();
  for await (const line of exportLog(app, studyId, head.seq)) yield log.take(line);
  const manifest = {
    ...{ format: 1, study: studyId, head: head.hash },
    ...{ entries: log.lineCount, logHash: log.digest() },
    ...{ people: people.lineCount, featuresOf, peopleHash: people.digest() },
    ...{ totals: totals.lineCount, totalsHash: totals.digest() },
    ...{ rules: rules.lineCount, rulesHash: rules.digest() },
  };
  const line = `${canonicalJson({ manifest })}\n`;
  const logAt = rules.byteCount + people.byteCount + totals.byteCount;
  layouts().set(keyOf(studyId, head), { logAt, logEnd: logAt + log.byteCount, manifest: line });
  yield line;
}

type NamedList = { readonly hash: string; readonly packed: PackedFile };

async function findNamedRules(db: Reader, settings: StudySettings): Promise<NamedList | null> {
  const named = listNamedIn(settings);
  if (named === null) return null;
  const packed = await findPackedRules(db, named.hash);
  if (packed === undefined) throw studyDamaged({ kind: "listMissing" });
  return { hash: named.hash, packed };
}

async function listIn({ packed, hash }: NamedList): Promise<Uint8Array> {
  const text = await unpackNamed(packed, hash);
  if (text === null) throw studyDamaged({ kind: "listAltered" });
  return text;
}

function personLine({ person, digest, shown }: ImportedPerson): string {
  if (shown === null) return `${canonicalJson({ person, digest })}\n`;
  return `${canonicalJson({ person, digestKey: shown.digestKey, features: joinCells(shown) })}\n`;
}

/** Counts, measures and hashes the lines that pass. */
class Part {
  lineCount = 0;
  byteCount = 0;
  private readonly hash = createHash("sha256");

  take(line: string): string {
    this.lineCount += 1;
    this.byteCount += Buffer.byteLength(line);
    this.hash.update(line);
    return line;
  }

  digest(): string {
    return this.hash.digest("hex");
  }
}
