import { listEntriesOf } from "#db/queries/log.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import { readLine } from "#server/audit-log/chain.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import { effectTypes } from "#server/audit-log/learner-steps.ts";
import { endsBefore } from "#server/learner/config/check-horizon.ts";
import { drawnRuleCount } from "#server/learner/ftpl/settings.ts";
import type { App } from "#server/platform/app/app.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import type { RuleShare } from "#server/workers/policy-tasks.ts";
import type { StoredPolicy } from "#server/workers/policy-weights.ts";
import { openingPolicy } from "./newest-policy.ts";
import { askOnce, type PolicyAt, type PolicyStates, readPolicyStates, withPolicy } from "./policy-states.ts";

const heaviestCount = 10;

/** Reads the heaviest rules of the policy in force, and what they had before. */
export async function readPolicyView(app: App, studyId: string) {
  const states = await readPolicyStates(app, studyId);
  const { settings, isPartlyLost } = states;
  const { size } = await ruleWords(app, studyId, settings, []);
  return {
    ruleCount: size,
    /** R of FTPL, which keeps no weights: shares are counted among the rules drawn for a round. Null: Exp2's weights. */
    drawnCount: settings.learner.learner === "ftpl" ? drawnRuleCount(settings.learner) : null,
    /** A person was erased: the policies of their rounds cannot be computed again. */
    isPartlyLost,
    /** Null while the study has no policy yet: FTPL's is made by an opening. */
    comparison: await compare(app, states),
  };
}

export type PolicyView = Awaited<ReturnType<typeof readPolicyView>>;
export type Comparison = NonNullable<PolicyView["comparison"]>;
export type NamedShare = Comparison["heaviest"][number];

type Side = { readonly round: number | null; readonly policy: PolicyAt };

async function compare(app: App, states: PolicyStates) {
  const { after, before } = sidesOf(states);
  if (after === undefined) return null;
  const { studyId, settings } = states;
  const { heaviest, fallen, constants } = await comparedShares(app, states, after, before);
  const rules = [...heaviest, ...fallen].map(({ rule }) => rule);
  const { sentence } = await ruleWords(app, studyId, settings, rules);
  const named = (share: RuleShare) => ({ ...share, rule: sentence(share.rule) });
  const between = before
    ? await readBetween(app, studyId, before.policy.appliedSeq, after.policy.appliedSeq)
    : { closedRounds: [], outcomeCount: 0, updateSeqs: [] };
  return {
    /** The round whose policy is shown; null: the one that the next round would open with as of now. */
    round: after.round,
    /** The round that it is compared with. */
    with: before?.round ?? null,
    heaviest: heaviest.map(named),
    /** Rules that were among the heaviest before, and are not any more. */
    fallen: fallen.map(named),
    constants,
    between,
  };
}

/** Compares the shares of two policies in a worker. */
function comparedShares(app: App, states: PolicyStates, after: Side, before?: Side) {
  const question = `shares ${states.studyId} ${after.round} ${after.policy.appliedSeq} ${before?.round}`;
  const { learner: spec } = states.settings;
  return askOnce(app, question, () =>
    withPolicy(app, states, after.policy, (newest) => {
      const compareWith = (earlier: StoredPolicy | null) =>
        app.pool.run("comparePolicies", { spec, after: newest, before: earlier, count: heaviestCount });
      return before ? withPolicy(app, states, before.policy, compareWith) : compareWith(null);
    }),
  );
}

/** Returns the policy in force and that of the last completed round. */
function sidesOf({ settings, rounds, closedCount, appliedSeq, stored }: PolicyStates): {
  after: Side | undefined;
  before?: Side | undefined;
} {
  const sideOf = (round: RoundRow | undefined): Side | undefined =>
    round && stored.has(round.appliedSeq) ? { round: round.number, policy: openingPolicy(round) } : undefined;
  const open = sideOf(rounds.find((round) => round.closedAt === null));
  const closed = rounds.filter((round) => round.state === "closed");
  const [last, lastButOne] = [sideOf(closed.at(-1)), sideOf(closed.at(-2))];
  if (open) return { after: open, before: last };
  const isOver = endsBefore(settings.learner, closedCount + 1);
  // FTPL has no policy before the next opening draws its noise; a study that is over has no next policy.
  if (isOver || settings.learner.learner === "ftpl") return { after: last, before: lastButOne };
  const next = { round: null, policy: { appliedSeq, moment: { eta: null, noiseSeed: null } } };
  return { after: next, before: last };
}

/** Reads what the learner processed between two policies. */
async function readBetween(app: App, studyId: string, after: number, upTo: number) {
  const types = [...effectTypes, "learner.updated"] as const;
  const rows = await app.store.read((db) => listEntriesOf(db, { studyId, types, after, limit: 2_000 }));
  const entries = rows.map(({ entry }) => readLine(entry) as Entry<(typeof types)[number]>);
  const upToHere = entries.filter(({ seq }) => seq <= upTo);
  return {
    closedRounds: upToHere.flatMap(({ type, body }) => (type === "round.closed" ? [body.round] : [])),
    outcomeCount: upToHere.filter(({ type }) => type === "outcome.recorded").length,
    /** The entries `learner.updated`. */
    updateSeqs: entries.flatMap(({ type, seq, body }) =>
      type === "learner.updated" && body.appliedSeq > after && body.appliedSeq <= upTo ? [seq] : [],
    ),
  };
}
