import { listEntriesOfRounds } from "#db/queries/log.ts";
import type { Reader } from "#db/store/store.ts";
import { readLine } from "#server/audit-log/chain.ts";

/** A seat that took another one's place on the panel of an open round. */
export type Replacement = {
  readonly left: string;
  readonly took: string;
  /** Number of its log entry. */
  readonly seq: number;
  readonly at: number;
};

/** Reads which seats of a round's panel were replaced, oldest first. */
export async function readReplacements(db: Reader, studyId: string, round: number): Promise<Replacement[]> {
  const types = ["round.opened", "round.drawn", "round.seat-replaced"];
  const upTo = Number.MAX_SAFE_INTEGER;
  const replacements: Replacement[] = [];
  let panel: string[] = [];
  for (const { entry: line } of await listEntriesOfRounds(db, { studyId, types, rounds: [round], upTo })) {
    const { type, seq, at, body } = readLine(line);
    if (type === "round.opened" || type === "round.drawn") panel = [...(body.panel ?? panel)];
    if (type !== "round.seat-replaced") continue;
    replacements.push({ left: panel[body.place] ?? "", took: body.seat, seq, at });
    panel[body.place] = body.seat;
  }
  return replacements;
}
