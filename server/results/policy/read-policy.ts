import { listEntriesOf } from "#db/queries/log.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import { readLine } from "#server/audit-log/chain.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import { effectTypes } from "#server/audit-log/learner-steps.ts";
import { endsBefore } from "#server/learner/config/horizon.ts";
import { drawnRuleCount } from "#server/learner/ftpl/settings.ts";
import type { App } from "#server/platform/app/app.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import type { ConstantWeights, RuleShare } from "#server/workers/policy-tasks.ts";
import type { StoredPolicy } from "#server/workers/policy-weights.ts";
import { readTrace, type Traced } from "./policy-trace.ts";
import { askOnce, keptComparisons } from "./trace-cache.ts";

const heaviestCount = 10;

export type PolicyView = {
  readonly ruleCount: number;
  /** R of FTPL, which keeps no weights: shares are counted among the rules drawn for a round. Null: Exp2's weights. */
  readonly drawnCount: number | null;
  /** Whether all rules start with the same weight; otherwise the study's prior gives their weights. */
  readonly isEvenStart: boolean;
  /** The entropy of each round's policy; the open round's is as public as its chances. */
  readonly points: readonly { readonly round: number; readonly bits: number; readonly isOpen: boolean }[];
  /** A person was erased: the policies of their rounds cannot be computed again, so points are missing. */
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

/** Reads how the policy moves, computed in a worker from the log: its entropy by round, and its heaviest rules. */
export async function readPolicyView(app: App, studyId: string): Promise<PolicyView> {
  const traced = await readTrace(app, studyId);
  const { trace, settings, rounds } = traced;
  const { size } = await ruleWords(app, studyId, settings, []);
  return {
    ruleCount: size,
    drawnCount: settings.learner.learner === "ftpl" ? drawnRuleCount(settings.learner) : null,
    isEvenStart: settings.learner.prior === undefined,
    points: rounds.flatMap(({ number, closedAt }) => {
      const bits = trace.bits.get(number);
      return bits === undefined ? [] : [{ round: number, bits, isOpen: closedAt === null }];
    }),
    isPartlyLost: trace.isPartlyLost,
    comparison: await compare(app, studyId, traced),
  };
}

type Side = { readonly round: number | null; readonly appliedSeq: number; readonly policy: StoredPolicy };

async function compare(app: App, studyId: string, traced: Traced): Promise<Comparison | null> {
  const { after, before } = sidesOf(traced);
  if (after === undefined) return null;
  const { heaviest, fallen, constants } = await comparedShares(app, studyId, traced, after, before);
  const rules = [...heaviest, ...fallen].map(({ rule }) => rule);
  const { sentence } = await ruleWords(app, studyId, traced.settings, rules);
  const named = (share: RuleShare): NamedShare => ({ ...share, rule: sentence(share.rule) });
  const between = before
    ? await readBetween(app, studyId, before.appliedSeq, after.appliedSeq)
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

/** Compares the shares of two policies. Kept until one of the two changes. */
function comparedShares(app: App, studyId: string, { settings }: Traced, after: Side, before?: Side) {
  const key = `${after.round}/${after.appliedSeq}/${before?.round}`;
  return askOnce(keptComparisons(app.store), { studyId, key }, async () => {
    return app.pool.run("comparePolicies", {
      spec: settings.learner,
      after: after.policy,
      before: before?.policy ?? null,
      count: heaviestCount,
    });
  });
}

/** Returns the policy in force and that of the last completed round. */
function sidesOf({ trace, settings, rounds }: Traced): {
  after: Side | undefined;
  before?: Side | undefined;
} {
  const sideOf = (round: RoundRow | undefined): Side | undefined => {
    const policy = round && trace.policies.get(round.number);
    return policy && { round: round.number, appliedSeq: round.appliedSeq, policy };
  };
  const open = sideOf(rounds.find((round) => round.closedAt === null));
  const closed = rounds.filter((round) => round.state === "closed");
  const [last, lastButOne] = [sideOf(closed.at(-1)), sideOf(closed.at(-2))];
  if (open) return { after: open, before: last };
  const isOver = endsBefore(settings.learner, closed.length + 1);
  // FTPL has no policy before the next opening draws its noise; a study that is over has no next policy.
  if (isOver || settings.learner.learner === "ftpl") return { after: last, before: lastButOne };
  const moment = { eta: null, noiseSeed: null };
  const next = { round: null, appliedSeq: trace.tipSeq, policy: { snapshot: trace.tip, moment } };
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
