import { join } from "node:path";
import Database from "better-sqlite3";
import { entryHash } from "#server/audit-log/hash.ts";
import { rehashed } from "../trials/tamper/edits.ts";

type Row = { readonly seq: number; readonly entry: string };

/**
 * Changes one entry of a study's log in a running server's database, bypassing its guards, as a person with its files can.
 *
 * @param isHashedAnew whether all later entries are rehashed
 */
export function forgeEntry(
  data: string,
  { studyId, seq, change }: { studyId: string; seq: number; change: (line: string) => string },
  isHashedAnew: boolean,
): void {
  const database = new Database(join(data, "evenhand.sqlite"));
  try {
    database.exec("drop trigger if exists log_entry_no_update");
    const rows = database
      .prepare<[string], Row>("select seq, entry from log_entry where study_id = ? order by seq")
      .all(studyId);
    const lines = rows.map((row) => (row.seq === seq ? change(row.entry) : row.entry));
    const text = `${lines.join("\n")}\n`;
    const forged = isHashedAnew ? rehashed({ text, line: seq, kind: "" }).text : text;
    const update = database.prepare(
      "update log_entry set entry = ?, hash = ? where study_id = ? and seq = ?",
    );
    const put = database.transaction(() => {
      for (const [index, line] of forged.trimEnd().split("\n").entries()) {
        if (index + 1 >= seq) update.run(line, entryHash(line), studyId, index + 1);
      }
    });
    put.immediate();
  } finally {
    database.close();
  }
}

/** Finds where the close opened an entry's ballot, and how to change it. */
export function openedBallot(data: string, studyId: string, entry: number) {
  const lines = logOf(data, studyId);
  const [, round, seat] = /"round":(\d+),"seat":"(s\d+)"/.exec(lines[entry - 1] ?? "") ?? [];
  const opens = (line: string) =>
    line.includes(`"round":${round},"salt":`) && line.includes(`"seat":"${seat}"`);
  const flip = (line: string) =>
    line.replace(/"(unfair|acceptable|unsure)"\]/, (_, word) =>
      word === "unfair" ? '"unsure"]' : '"unfair"]',
    );
  return { seq: 1 + lines.findIndex(opens), flip };
}

function logOf(data: string, studyId: string): string[] {
  const database = new Database(join(data, "evenhand.sqlite"), { readonly: true });
  try {
    return database
      .prepare<[string], Row>("select seq, entry from log_entry where study_id = ? order by seq")
      .all(studyId)
      .map(({ entry }) => entry);
  } finally {
    database.close();
  }
}
