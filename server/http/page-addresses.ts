import { notFound } from "next/navigation";
import { getApp } from "#server/platform/app/app.ts";
import { hasEntry } from "#server/results/read-entry.ts";
import { isOnPanel } from "#server/rounds/judging/judging-seat.ts";
import { hasRound } from "#server/rounds/read-round.ts";
import { studyIdSchema } from "#server/schemas/ids.ts";
import { roundNumberSchema } from "#server/schemas/rounds.ts";

/*
 * Checks that what a page's address names exists, before any of the page is sent: once a skeleton is under way, its 200
 * cannot be taken back.
 */

/** Returns the round that an address names, from 1; otherwise a real 404. */
export async function requireStudyRound(studyId: string, text: string): Promise<number> {
  const round = roundOf(text);
  if (!(await hasRound(await getApp(), studyId, round))) notFound();
  return round;
}

/**
 * Returns the round that an address names, for its panel: an account that is not on it gets the same 404 as for a
 * missing round.
 */
export async function requirePanelRound(studyId: string, text: string, accountId: string): Promise<number> {
  const round = roundOf(text);
  if (!(await isOnPanel(await getApp(), { studyId, round, accountId }))) notFound();
  return round;
}

/** Returns the entry of a study's log that an address names, from 1; otherwise a real 404. */
export async function requireEntry(studyId: string, text: string): Promise<number> {
  if (!/^[1-9]\d{0,14}$/.test(text)) notFound();
  const seq = Number(text);
  if (!(await hasEntry(await getApp(), { studyId, seq }))) notFound();
  return seq;
}

/** Returns the study that a public address names; otherwise a real 404, as for a missing study. */
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
