import { findRuleListHash, replaceRuleList } from "#db/queries/rule-lists.ts";
import * as t from "#messages/refusals.ts";
import { badInput, DomainError } from "#server/errors.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { isLearnerError, type LearnerError } from "#server/learner/numeric/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { acceptedOf } from "#server/studies/uploads/stored-file.ts";
import { requireUploadQuota } from "#server/studies/uploads/upload-quota.ts";
import type { WaitingUpload } from "#server/studies/uploads/waiting-file.ts";
import { conditionColumns } from "#server/study/rules/predicates.ts";
import { lockDraft, readFile, requireOpenDraft, writeDraft } from "./open-draft.ts";

/**
 * Reads an uploaded file of rules by the columns of the draft. Stores the list in place of an earlier one, and sets the
 * draft's rules to it.
 *
 * @throws DomainError "bad-input" with everything that is wrong, without a file of people, or if the account has too
 *   many uploaded files: the earlier list is kept in that case; "study-not-draft"; "busy" while the draft is published
 */
export async function takeRules(app: App, { studyId, accountId, name, bytes }: WaitingUpload): Promise<void> {
  const { people, reading } = await app.store.read(async (db) => {
    const draft = await requireOpenDraft(db, studyId);
    return { people: draft.people, reading: (await readFile(db, studyId)).reading };
  });
  if (people === null || reading === null) {
    throw badInput("Rules ask about columns of the file of people: upload that first.");
  }
  if (conditionColumns(people.columns).length === 0) {
    throw badInput("No column is used by rules yet: choose in step 2 which ones rules may ask about.");
  }
  const read = await app.pool.run("readRulesFile", { bytes, columns: people.columns, reading });
  const { packed, size, facts } = acceptedOf(read);
  await app.store.tx(async (tx) => {
    const { draft } = await lockDraft(tx, studyId, app);
    await requireUploadQuota(tx, { studyId, kind: "rules", accountId, size });
    const now = app.now();
    await replaceRuleList(tx, { studyId, hash: facts.hash, size, packed, createdAt: now });
    const list = { name, size: bytes.length, ...facts };
    await writeDraft(tx, studyId, { ...draft, rules: { ...draft.rules, kind: "listed", list } }, now);
  });
}

/**
 * Checks that a draft's list of rules belongs to this study and matches the draft. A draft comes from a browser, so a
 * hash alone could name another study's list.
 *
 * @throws DomainError "bad-input"
 */
export async function requireRules(
  app: App,
  studyId: string,
  { columns, hypotheses }: Pick<LearnerSpec, "columns" | "hypotheses">,
): Promise<void> {
  if (hypotheses.kind !== "listed") return;
  const kept = await app.store.read((db) => findRuleListHash(db, studyId));
  if (kept !== hypotheses.hash) throw notOurs();
  try {
    // Describing one rule counts the list and checks the columns of all conditions.
    await app.pool.run("describeRules", { spec: { columns, hypotheses }, fields: [], rules: [2] });
  } catch (error) {
    if (isLearnerError(error)) throw notOurs(error);
    throw error;
  }
}

function notOurs(cause?: LearnerError): DomainError {
  const message = t.ruleListChanged();
  return new DomainError("bad-input", message, [{ field: "rules.list", message }], { cause });
}
