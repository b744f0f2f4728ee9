import type { Store } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { logger } from "#server/platform/process/logger.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";

/** The damage that this process found, by study. A damaged study takes no writes until the next start. */
function damagedIn(store: Store): Map<string, string> {
  return processWideOf("damaged-studies", store, () => new Map<string, string>());
}

/** Refuses further writes to a damaged study. @param what the damage, as a sentence that may be shown */
export function closeForWriting(store: Store, studyId: string, what: string): void {
  if (damagedIn(store).has(studyId)) return;
  damagedIn(store).set(studyId, what);
  logger().error({ studyId, what }, "a study is damaged and takes no writes");
}

/** Returns the damage of a study; null if none was found. */
export function damageOf(store: Store, studyId: string): string | null {
  return damagedIn(store).get(studyId) ?? null;
}

export function countDamaged(store: Store): number {
  return damagedIn(store).size;
}

/** Refuses writes to a damaged study. @throws DomainError "study-damaged" */
export function refuseDamaged(store: Store, studyId: string): void {
  const what = damageOf(store, studyId);
  if (what !== null) throw studyDamaged(what);
}

/** The refusal of a damaged study. @param what as for closeForWriting */
export function studyDamaged(what: string): DomainError {
  return new DomainError("study-damaged", t.studyDamaged({ what }));
}
