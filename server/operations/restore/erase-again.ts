import { findPerson } from "#db/queries/people.ts";
import { findCreator } from "#db/queries/studies.ts";
import { isDomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { incident } from "#server/platform/process/incident.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";

export type Erasures = {
  readonly erased: readonly string[];
  /** People who can be erased only after the open round has ended. */
  readonly waiting: readonly string[];
};

/** Erases people who were erased before and are in a restored database again. */
export async function eraseAgain(app: App, studyId: string): Promise<Erasures> {
  const [erased, waiting]: [string[], string[]] = [[], []];
  const accountId = await app.store.read((db) => findCreator(db, studyId));
  for (const personId of (await app.marks.readFacts(studyId)).erased) {
    const person = await app.store.read((db) => findPerson(db, studyId, personId));
    if (accountId === undefined || person === undefined || person.erasedAt !== null) continue;
    const isErased = await erasePerson(app, { studyId, personId, accountId }).then(() => true, notWhileOpen);
    (isErased ? erased : waiting).push(personId);
  }
  return { erased, waiting };
}

/** Erases the people whom a restore could not erase because a round was open; called when a server starts. */
export function eraseAgainInBackground(app: App): void {
  eraseAllAgain(app).catch((error: unknown) => incident(error, "erase again after a restore"));
}

async function eraseAllAgain(app: App): Promise<void> {
  for (const studyId of app.marks.list()) await eraseAgain(app, studyId);
}

function notWhileOpen(error: unknown): false {
  if (isDomainError(error) && error.code === "round-already-open") return false;
  throw error;
}
