import { and, eq } from "drizzle-orm";
import type { App } from "#server/services/app/app.ts";
import { writeStudy } from "#server/services/app/study-writer.ts";
import { applyUpdates } from "#server/services/learner/apply-updates.ts";

/** Erases somebody who stands in no open round: the entry, and the features and their key gone with it. */
export async function eraseByHand(app: App, studyId: string, personId: string): Promise<void> {
  // what the learner has not seen yet may need the features
  await applyUpdates(app, studyId);
  await writeStudy(app, studyId, async ({ tx, now, append }) => {
    append("person.erased", { person: personId });
    const { person, personData } = tx.t;
    const data = and(eq(personData.studyId, studyId), eq(personData.personId, personId));
    await tx.q.delete(personData).where(data);
    const row = and(eq(person.studyId, studyId), eq(person.id, personId));
    await tx.q.update(person).set({ erasedAt: now }).where(row);
  });
}
