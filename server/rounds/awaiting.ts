import { listStudiesAwaitingNumbers } from "#db/queries/rounds.ts";
import type { App } from "#server/platform/app/app.ts";

/** Lists the studies with a round whose draw awaits its public number. */
export async function listAwaiting(app: App): Promise<{ studyId: string }[]> {
  const studies = await app.store.read(listStudiesAwaitingNumbers);
  return studies.map((studyId) => ({ studyId }));
}
