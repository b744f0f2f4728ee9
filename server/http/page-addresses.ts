import { notFound } from "next/navigation";
import { getApp } from "#server/platform/app/app.ts";
import { hasEntry } from "#server/results/watching/read-entry.ts";
import { isOnPanel } from "#server/rounds/judging/judging-seat.ts";
import { hasRound } from "#server/rounds/read-round.ts";
import { studyIdSchema } from "#server/schemas/ids.ts";
import { roundNumberSchema } from "#server/schemas/rounds.ts";

/*
 * What the address of a page names has to be there before anything of the page is sent: once a skeleton is under way, its
 * 200 cannot be taken back.
 */

/** The round an address names, from 1; else a real 404. */
export async function requireStudyRound(studyId: string, text: string): Promise<number> {
  const round = roundOf(text);
  if (!(await hasRound(await getApp(), studyId, round))) notFound();
  return round;
}

/** The same for its panel: a round on which one does not sit is as good as none to those who ask. */
export async function requirePanelRound(studyId: string, text: string, accountId: string): Promise<number> {
  const round = roundOf(text);
  if (!(await isOnPanel(await getApp(), { studyId, round, accountId }))) notFound();
  return round;
}

/** The entry of a study's log an address names, from 1; else a real 404. */
export async function requireEntry(studyId: string, text: string): Promise<number> {
  if (!/^[1-9]\d{0,14}$/.test(text)) notFound();
  const seq = Number(text);
  if (!(await hasEntry(await getApp(), { studyId, seq }))) notFound();
  return seq;
}

/** The study that a public address names; else a real 404, as for a study that is not there. */
export function readPublicStudyId(text: string): string {
  const id = studyIdSchema.safeParse(text);
  if (!id.success) notFound();
  return id.data;
}

function roundOf(text: string): number {
  const round = roundNumberSchema.safeParse(Number(text));
  if (!/^[1-9]\d*$/.test(text) || !round.success) notFound();
  return round.data;
}
