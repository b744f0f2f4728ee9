import { z } from "zod";
import type { RecordPerson, TableSource } from "#server/analysis/tables/base/table.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { readLine } from "#server/audit-log/chain.ts";
import type { Entry, EntryType, StudySettings } from "#server/audit-log/entries.ts";
import { splitCells } from "#server/audit-log/groups.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { parseJson } from "#server/platform/process/parse-json.ts";
import { ProblemCollector } from "#server/verifier/findings.ts";
import { linesIn } from "#server/verifier/lines.ts";
import { RecordLines } from "#server/verifier/record.ts";
import { piecesOf } from "./pieces.ts";

/** An invalid record; the message says what was expected. */
export class RecordFileError extends Error {
  override readonly name = "RecordFileError";
}

export type RecordFile = {
  readonly study: string;
  readonly settings: StudySettings;
  readonly head: { readonly seq: number; readonly hash: string; readonly at: number };
  readonly source: TableSource;
};

const manifestSchema = z.object({
  manifest: z.object({ study: z.string(), head: z.string(), entries: z.int() }),
});
const personSchema = z.object({
  person: z.string(),
  features: z.array(z.string().nullable()).optional(),
});

/**
 * Opens a downloaded record as a source of tables. Its parts are compared with its manifest; the verifier checks the
 * chain of its log. Cost: reads the file once here, and once or twice a table.
 *
 * @throws RecordFileError if it is incomplete or its parts are not those of the manifest; what readLine throws
 */
export function openRecordFile(file: string): RecordFile {
  const findings = new ProblemCollector();
  const record = new RecordLines(findings);
  let settings: StudySettings | undefined;
  let last = "";
  let lastEntry = "";
  for (const line of linesIn(piecesOf(file))) {
    last = line;
    const entry = record.take(line);
    lastEntry = entry ?? lastEntry;
    if (entry !== null && isOfType(entry, ["study.created", "settings.revised"])) {
      const { type, body } = readLine(entry);
      if (type === "study.created" || type === "settings.revised") settings = body.settings;
    }
  }
  findings.guard("last entry", () =>
    record.end({ study: readLine(lastEntry).study, head: entryHash(lastEntry) }),
  );
  if (settings !== undefined) record.rules.check(settings);
  const [problem] = findings.result.problems;
  const manifest = manifestSchema.safeParse(parseJson(last));
  if (problem !== undefined || settings === undefined || !manifest.success) {
    const { what, expected, found } = problem ?? {
      ...{ what: "record", expected: "a log and a manifest", found: "none" },
    };
    throw new RecordFileError(`${file} is no whole record: ${what}: expected ${expected}, found ${found}.`);
  }
  const { study, head, entries } = manifest.data.manifest;
  const { at } = readLine(lastEntry);
  return {
    ...{ study, settings, source: sourceOf(file, settings) },
    head: { seq: entries, hash: head, at },
  };
}

function sourceOf(file: string, settings: StudySettings): TableSource {
  return {
    entries: async function* <Type extends EntryType>(types: readonly Type[]) {
      for (const line of linesIn(piecesOf(file))) {
        if (!line.startsWith('{"at":') || !isOfType(line, types)) continue;
        const entry = readLine(line);
        if ((types as readonly EntryType[]).includes(entry.type)) yield entry as Entry<Type>;
      }
    },
    people: async function* () {
      for (const line of linesIn(piecesOf(file))) {
        if (line.startsWith('{"rules":')) continue;
        if (!line.startsWith('{"digest')) return;
        yield personIn(line, settings);
      }
    },
  };
}

/** Returns whether a line may be of one of these types; the texts of a body can look like one. */
function isOfType(line: string, types: readonly EntryType[]): boolean {
  return types.some((type) => line.includes(`"type":${canonicalJson(type)}`));
}

function personIn(line: string, settings: StudySettings): RecordPerson {
  const { person, features } = personSchema.parse(parseJson(line));
  return {
    person,
    ...(features === undefined ? { features: null, groups: null } : splitCells(settings, features)),
  };
}
