import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type BackupCheck, writeCheck } from "#server/operations/backup/manifest.ts";
import { type OpenBackup, openBackup } from "#server/operations/backup/open-backup.ts";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { reportWords } from "#server/verifier/words.ts";
import { verifyFile } from "./verify-in-threads.ts";

type Location = Parameters<typeof openBackup>[0];

/** Restores a backup to another place, replays every log in it and writes the result next to it. */
export async function checkBackup(location: Location, path: string, now: number): Promise<BackupCheck> {
  const check = await look(location, path).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    return { isReplayed: false, studies: [], problem: error.message };
  });
  const checked = { checkedAt: now, ...check };
  writeCheck(path, checked);
  return checked;
}

async function look(location: Location, path: string): Promise<Omit<BackupCheck, "checkedAt">> {
  const opened = await openBackup(location, path);
  if (opened === null) return { isReplayed: false, studies: [], problem: null };
  const scratch = mkdtempSync(join(tmpdir(), "evenhand-check-"));
  try {
    const studies: BackupCheck["studies"][number][] = [];
    let problem: string | null = null;
    for (const id of opened.studies) {
      const { head, said } = await replay(opened, id, join(scratch, "record.jsonl"));
      studies.push({ id, seq: head.seq, head: head.hash, holds: said === null });
      problem ??= said === null ? null : `The log of the study ${id} is not correct: ${said}`;
    }
    return { isReplayed: true, studies, problem };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    await opened.close();
  }
}

/** Replays a study's log. @returns `said`: what is wrong with the log; null if it is valid */
async function replay(app: Pick<OpenBackup, "store">, studyId: string, file: string) {
  const { head, lines } = await exportRecord(app, studyId);
  await pipeline(Readable.from(lines), createWriteStream(file));
  const known = [{ seq: head.seq, hash: head.hash }];
  const report = verifyFile(file, { known });
  const isBad = report.answer === "fails" || report.answer === "cannot-check";
  return { head, said: isBad ? reportWords(report).slice(1, 4).join(" ") : null };
}
