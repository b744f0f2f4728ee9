import { findEntry } from "#db/queries/log.ts";
import type { Reader } from "#db/store/store.ts";
import { readLine } from "#server/log/chain.ts";
import type { Entry, EntryBody } from "#server/log/entries.ts";
import { processWide } from "#server/services/process/process-wide.ts";

/** What a study's first entry settles for good: its seed chain, by whom its checkpoints are signed, and on which beacon its draws rest. */
export type Founding = Pick<EntryBody<"study.created">, "seedChain" | "checkpoints" | "beacon">;

/** {@link readFounding}, once a process: entries never change, and the first may be long. */
export async function findFounding(db: Reader, studyId: string): Promise<Founding | undefined> {
  const known = processWide("study-foundings", () => new Map<string, Founding>());
  const found = known.get(studyId);
  if (found !== undefined) return found;
  const founding = await readFounding(db, studyId);
  if (founding !== undefined) known.set(studyId, founding);
  return founding;
}

/** What the study's first entry says; undefined for a draft and for no study. */
export async function readFounding(db: Reader, studyId: string): Promise<Founding | undefined> {
  const first = await findEntry(db, studyId, 1);
  if (first === undefined) return undefined;
  const { seedChain, checkpoints, beacon } = (readLine(first.entry) as Entry<"study.created">).body;
  return { seedChain, checkpoints, beacon };
}
