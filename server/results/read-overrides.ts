import { listOverrides } from "#db/queries/overrides.ts";
import { countOverrides } from "#server/audit-log/overrides.ts";
import type { App } from "#server/platform/app/app.ts";

/** Reads the overrides of a study, each with its log entry, and counts them by reason and direction. */
export async function readOverrides(app: App, studyId: string) {
  const overrides = await app.store.read((db) => listOverrides(db, studyId));
  return { overrides, counts: countOverrides(overrides) };
}
