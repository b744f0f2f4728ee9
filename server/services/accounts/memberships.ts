import { findMembership, type StudyRole } from "#db/queries/seats.ts";
import type { AccountsApp } from "./context.ts";

export type { StudyRole };

/** The role somebody has in a study now; undefined if none, or if there is no such study. */
export async function findStudyRole(
  app: AccountsApp,
  studyId: string,
  accountId: string,
): Promise<StudyRole | undefined> {
  const membership = await app.store.read((reader) => findMembership(reader, studyId, accountId));
  return membership?.endedAt === null ? membership.role : undefined;
}
