import { sumRuleLists } from "#db/queries/rule-lists.ts";
import { listStudiesOf } from "#db/queries/studies.ts";
import { sumUploads } from "#db/queries/uploads.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { badInput } from "#server/errors.ts";
import type { WaitingKind } from "#server/schemas/uploads.ts";

/**
 * Bytes of one account's uploaded files, in all studies, and of the lists of rules in its drafts.
 * @internal
 */
export const waitingLimit = 200_000_000;

/**
 * Refuses a file that would exceed the account's quota.
 *
 * @param kind which file of the study it replaces
 * @param size its bytes; for rules the bytes of the list
 * @throws DomainError "bad-input"
 */
export async function requireUploadQuota(
  db: Reader,
  {
    studyId,
    kind,
    accountId,
    size,
  }: { studyId: string; kind: WaitingKind | "rules"; accountId: string; size: number },
): Promise<void> {
  const files = await sumUploads(db, accountId, kind === "rules" ? null : { studyId, kind });
  const lists = await sumRuleLists(db, await otherDrafts(db, accountId, kind === "rules" ? studyId : null));
  if (files + lists + size <= waitingLimit) return;
  throw badInput(t.uploadQuota({ found: files + lists, most: waitingLimit }));
}

async function otherDrafts(db: Reader, accountId: string, replaced: string | null): Promise<string[]> {
  const studies = await listStudiesOf(db, accountId);
  return studies.flatMap(({ id, state }) => (state === "draft" && id !== replaced ? [id] : []));
}
