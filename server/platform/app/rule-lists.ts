import { findPackedRules } from "#db/queries/rule-lists.ts";
import type { Store } from "#db/store/store.ts";
import { keepRuleList, type RuleList, type RuleListMissing } from "#server/learner/classes/rule-lists.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { studyDamaged } from "#server/platform/integrity/damaged.ts";
import { madeOnce, processCache } from "#server/platform/process/process-wide.ts";
import type { WorkerPool } from "#server/workers/pool.ts";

/**
 * Long rule lists are identified by their hash. They are stored in the database and sent to the thread that needs one.
 */

type Source = { readonly store: Pick<Store, "read">; readonly pool: WorkerPool };

/** Wraps a pool: if a thread lacks a rule list, loads the list and runs the task again. */
export function withRuleLists(pool: WorkerPool, store: Source["store"]): WorkerPool {
  return {
    run: (name, input, signal) =>
      pool.run(name, input, signal).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        const { hash } = error;
        return pool.run(name, input, signal, { hash, list: await ruleListOf({ store, pool }, hash) });
      }),
    counts: () => pool.counts(),
    close: () => pool.close(),
  };
}

/** Loads the rules of a study on this thread, where a draw evaluates the rule that it drew. */
export async function loadRuleList(
  app: Source,
  { hypotheses }: Pick<LearnerSpec, "hypotheses">,
): Promise<void> {
  if (hypotheses.kind !== "listed") return;
  keepRuleList(hypotheses.hash, await ruleListOf(app, hypotheses.hash));
}

/** How many lists are kept; none is larger than 20 MB. */
const keptLists = 4;

/**
 * Returns a list, of which all threads and requests of a process share one copy.
 *
 * @throws DomainError "study-damaged"
 */
function ruleListOf({ store, pool }: Source, hash: string): Promise<RuleList> {
  const kept = processCache<Promise<RuleList>>("rule-lists", { max: keptLists });
  return madeOnce(kept, hash, async () => {
    const packed = await store.read((db) => findPackedRules(db, hash));
    if (packed === undefined) throw studyDamaged({ kind: "listMissing" });
    const list = await pool.run("unpackRules", { packed, hash });
    if (list === null) throw studyDamaged({ kind: "listAltered" });
    return list;
  });
}

/** Compares the code, because the error may come from another bundle of the same file. */
function isMissing(error: unknown): error is RuleListMissing {
  return error instanceof Error && "code" in error && error.code === "list-missing" && "hash" in error;
}
