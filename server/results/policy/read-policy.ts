import { listEntriesOf } from "#db/queries/log.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import { readLine } from "#server/audit-log/chain.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import { effectTypes } from "#server/audit-log/learner-steps.ts";
import { endsBefore } from "#server/learner/config/check-horizon.ts";
import { drawnRuleCount } from "#server/learner/ftpl/settings.ts";
import type { App } from "#server/platform/app/app.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import type { ConstantWeights, RuleShare } from "#server/workers/policy-tasks.ts";
import type { StoredPolicy } from "#server/workers/policy-weights.ts";
import { openingPolicy } from "./newest-policy.ts";
import { askOnce, type PolicyAt, type PolicyStates, readPolicyStates, withPolicy } from "./policy-states.ts";

const heaviestCount = 10;

export type PolicyView = {
  readonly ruleCount: number;
  /** R of FTPL, which keeps no weights: shares are counted among the rules drawn for a round. Null: Exp2's weights. */
  readonly drawnCount: number | null;
  /** A person was erased: the policies of their rounds cannot be computed again. */
  readonly isPartlyLost: boolean;
  /** Null while the study has no policy yet: FTPL's is made by an opening. */
  readonly comparison: Comparison | null;
};

/** The share of a rule, with the rule in words. */
export type NamedShare = Omit<RuleShare, "rule"> & { readonly rule: string };

export type Comparison = {
  /** The round whose policy is shown; null: the one that the next round would open with as of now. */
  readonly round: number | null;
  /** The round that it is compared with. */
  readonly with: number | null;
  readonly heaviest: readonly NamedShare[];
  /** Rules that were among the heaviest before, and are not any more. */
  readonly fallen: readonly NamedShare[];
  readonly constants: ConstantWeights;
  readonly between: Between;
};

/** What the learner processed between the two policies. */
export type Between = {
  readonly closedRounds: readonly number[];
  readonly outcomeCount: number;
  /** The entries `learner.updated`. */
  readonly updateSeqs: readonly number[];
};

/** Reads the heaviest rules of the policy in force, and what they had before. */
export async function readPolicyView(app: App, studyId: string): Promise<PolicyView> {
  const states = await readPolicyStates(app, studyId);
  const { settings, isPartlyLost } = states;
  const { size } = await ruleWords(app, studyId, settings, []);
  return {
    ruleCount: size,
    drawnCount: settings.learner.learner === "ftpl" ? drawnRuleCount(settings.learner) : null,
    isPartlyLost,
    comparison: await compare(app, states),
  };
}

type Side = { readonly round: number | null; readonly policy: PolicyAt };

async function compare(app: App, states: PolicyStates): Promise<Comparison | null> {
  const { after, before } = sidesOf(states);
  if (after === undefined) return null;
  const { studyId, settings } = states;
  const { heaviest, fallen, constants } = await comparedShares(app, states, after, before);
  const rules = [...heaviest, ...fallen].map(({ rule }) => rule);
  const { sentence } = await ruleWords(app, studyId, settings, rules);
  const named = (share: RuleShare): NamedShare => ({ ...share, rule: sentence(share.rule) });
  const between = before
    ? await readBetween(app, studyId, before.policy.appliedSeq, after.policy.appliedSeq)
    : { closedRounds: [], outcomeCount: 0, updateSeqs: [] };
  return {
    round: after.round,
    with: before?.round ?? null,
    heaviest: heaviest.map(named),
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

async function readBetween(app: App, studyId: string, after: number, upTo: number): Promise<Between> {
  const types = [...effectTypes, "learner.updated"] as const;
  const rows = await app.store.read((db) => listEntriesOf(db, { studyId, types, after, limit: 2_000 }));
  const entries = rows.map(({ entry }) => readLine(entry) as Entry<(typeof types)[number]>);
  const upToHere = entries.filter(({ seq }) => seq <= upTo);
  return {
    closedRounds: upToHere.flatMap(({ type, body }) => (type === "round.closed" ? [body.round] : [])),
    outcomeCount: upToHere.filter(({ type }) => type === "outcome.recorded").length,
    updateSeqs: entries.flatMap(({ type, seq, body }) =>
      type === "learner.updated" && body.appliedSeq > after && body.appliedSeq <= upTo ? [seq] : [],
    ),
  };
}
