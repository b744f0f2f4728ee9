import type { Store } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { logger } from "#server/platform/process/logger.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";

/** What is wrong with a study's record. `seq` is the entry; lists of rules have none. */
export type Damage =
  | { readonly kind: "altered" | "missing" | "lastMissing" | "followed"; readonly seq: number }
  | { readonly kind: "listAltered" | "listMissing" };

/** The damage that this process found, by study. A damaged study takes no writes until the next start. */
function damagedIn(store: Store): Map<string, Damage> {
  return processWideOf("damaged-studies", store, () => new Map<string, Damage>());
}

/** Refuses further writes to a damaged study. */
export function closeForWriting(store: Store, studyId: string, damage: Damage): void {
  if (damagedIn(store).has(studyId)) return;
  damagedIn(store).set(studyId, damage);
  logger().error({ studyId, damage }, "a study is damaged and takes no writes");
}

/** Returns the damage of a study as a sentence for the present reader; null if none was found. */
export function damageOf(store: Store, studyId: string): string | null {
  const damage = damagedIn(store).get(studyId);
  return damage === undefined ? null : damageWords(damage);
}

function damageWords(damage: Damage): string {
  return t.damage({ kind: damage.kind, seq: "seq" in damage ? damage.seq : 0 });
}

export function countDamaged(store: Store): number {
  return damagedIn(store).size;
}

/** Refuses writes to a damaged study. @throws DomainError "study-damaged" */
export function refuseDamaged(store: Store, studyId: string): void {
  const damage = damagedIn(store).get(studyId);
  if (damage !== undefined) throw studyDamaged(damage);
}

/** Makes the refusal of a damaged study. */
export function studyDamaged(damage: Damage): DomainError {
  return new DomainError("study-damaged", t.studyDamaged({ what: damageWords(damage) }));
}
