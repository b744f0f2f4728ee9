import { createHash } from "node:crypto";
import { findLastOrdinal } from "#db/queries/imports.ts";
import { canonicalJson } from "#server/log/canonical.ts";
import type { App } from "#server/services/app/app.ts";
import { requireStudy } from "../studies/settings.ts";
import { exportLog, exportTotals, headOf, type LogHead } from "./export-log.ts";
import { type ImportedPerson, peopleAtOnce, readImported } from "./imported-people.ts";

export type ExportedRecord = {
  readonly head: LogHead;
  readonly lines: AsyncGenerator<string>;
  /** How much of people and entries was given, from 0 to 1. */
  readonly share: () => number;
};

/**
 * A study's whole record as one file (docs/log-format.md, section 8): everybody imported, with features where a round showed
 * them; the totals that erasures left; the log up to one entry; last the manifest, without which a file is not whole. Memory does not grow with it.
 *
 * The people are those of the log's head: the first page is read in one snapshot with it, each later page refuses if
 * somebody was erased since, for nothing else changes what was read.
 *
 * @throws DomainError "busy" if somebody is erased while it is read
 */
export async function exportRecord(app: Pick<App, "store">, studyId: string): Promise<ExportedRecord> {
  const record = await recordAsOf(app, studyId);
  if (record === undefined) throw new Error("a log without a last entry");
  return record;
}

/**
 * The same as of the entry at which it was begun.
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
    const head = await headOf(db, await requireStudy(db, studyId), asOf);
    if (head === undefined) return undefined;
    const first = await readImported(db, { studyId, head, after: 0 });
    return { head, first, personCount: await findLastOrdinal(db, studyId) };
  });
  if (begun === undefined) return undefined;
  const { head, first, personCount } = begun;
  const given = { people: 0, entries: 0 };
  return {
    head,
    lines: recordLines(app, { studyId, head, first, given }),
    share: () => (given.people + given.entries) / (personCount + head.seq),
  };
}

type Given = { people: number; entries: number };

async function* recordLines(
  app: Pick<App, "store">,
  {
    studyId,
    head,
    first,
    given,
  }: { studyId: string; head: LogHead; first: readonly ImportedPerson[]; given: Given },
): AsyncGenerator<string> {
  const people = new Part();
  let featuresOf = 0;
  for (let page = first; ; ) {
    for (const person of page) {
      featuresOf += person.shown === null ? 0 : 1;
      given.people += 1;
      yield people.take(personLine(person));
    }
    if (page.length < peopleAtOnce) break;
    const after = page.at(-1)?.ordinal ?? 0;
    page = await app.store.read((db) => readImported(db, { studyId, head, after }));
  }
  const totals = new Part();
  for await (const line of exportTotals(app, studyId)) yield totals.take(line);
  const log = new Part();
  for await (const line of exportLog(app, studyId, head.seq)) {
    given.entries += 1;
    yield log.take(line);
  }
  const manifest = {
    ...{ format: 1, study: studyId, head: head.hash },
    ...{ entries: log.lineCount, logHash: log.digest() },
    ...{ people: people.lineCount, featuresOf, peopleHash: people.digest() },
    ...{ totals: totals.lineCount, totalsHash: totals.digest() },
  };
  yield `${canonicalJson({ manifest })}\n`;
}

function personLine({ person, digest, shown }: ImportedPerson): string {
  return `${canonicalJson(shown === null ? { person, digest } : { person, ...shown })}\n`;
}

/** Counts and hashes the lines that pass. */
class Part {
  lineCount = 0;
  private readonly hash = createHash("sha256");

  take(line: string): string {
    this.lineCount += 1;
    this.hash.update(line);
    return line;
  }

  digest(): string {
    return this.hash.digest("hex");
  }
}
