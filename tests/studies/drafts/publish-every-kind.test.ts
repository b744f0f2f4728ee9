import { describe, expect, it } from "vitest";
import { readPolicyView } from "#server/results/policy/read-policy.ts";
import { readWatchedRounds } from "#server/results/policy/read-watched-rounds.ts";
import { readStudy } from "#server/results/read-study.ts";
import { startPublishing } from "#server/studies/drafts/publish-job.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { learningOf } from "#server/studies/settings.ts";
import type { RulesDraft, SettingsDraft } from "#server/study/draft.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { completeDraft } from "./drafting.ts";

const ends = { horizon: "20", afterHorizon: "end" } as const;
const ftpl = { ...ends, learner: "ftpl", mode: "known" } as const;
const known: Partial<SettingsDraft> = { mode: "known", draw: "one-rule" };
const guarded: Partial<SettingsDraft> = { mode: "guarded" };
const starting = (kind: SettingsDraft["prior"]["kind"]) => ({ prior: { kind, share: "40", source: null } });

/** Every kind of rules and every learner once, on a few studies, since kinds and learners do not interact. */
const cases: [RulesDraft["kind"], string, Partial<SettingsDraft>][] = [
  ["thresholds", "Exp2", known],
  ["thresholds", "Exp2, guarded", guarded],
  ["conjunctions", "Exp2, guarded, by one rule", { ...guarded, ...ends, draw: "one-rule" }],
  ["signed-conjunctions", "Exp2, guarded, all alike", { ...guarded, ...starting("uniform") }],
  ["parities", "Exp2, guarded, a wanted share", { ...guarded, ...starting("share") }],
  ["conjunctions", "Exp2 with T, half on constants", { ...ends, mode: "known", ...starting("constants") }],
  ["disjunctions", "Exp2, ix", { ...ends, mode: "ix", delta: "0.1" }],
  ["signed-conjunctions", "FTPL", ftpl],
  ["signed-disjunctions", "Exp2, paper", { ...ends, mode: "paper", pairRule: "largest-gap" }],
  ["decision-lists", "FTPL, heuristic", { ...ftpl, noise: "heuristic" }],
  ["trees", "FTPL", ftpl],
  ["trees", "Exp2, guarded", guarded],
  ["scorecards", "FTPL, paper", { ...ftpl, mode: "paper", pairRule: "most-flags" }],
  ["parities", "Exp2", known],
  ["explicit", "FTPL", ftpl],
];

describeReads("a study of each kind from the form", async (openStore) => {
  const app = testApp(await openStore());

  describe.each(cases)("%s with %s", (kind, _, settings) => {
    it("is published, plays a round, and describes the drawn rules in the auditors' words", async () => {
      const { studyId, operatorId } = await publishedStudy(kind, settings);
      const accountId = await addAccount(app, `auditor-${studyId}`);
      await seatAuditor(app, { studyId, accountId });
      const study = { studyId, operatorId, operatorEmail: "", auditorIds: [accountId], auditorEmails: [] };
      const board = await playRound(app, study, [() => true]);
      expect(board.people).toHaveLength(4);

      const published = await readStudy(app, studyId);
      const stored = learningOf(published.settings);
      expect(stored.learner.hypotheses.kind).toBe(kind);
      const { rounds } = await readWatchedRounds(app, { studyId });
      expect(rounds[0]?.result?.draw?.rule).toBe(board.result?.rule);
      const policy = await readPolicyView(app, studyId);
      expect(policy.ruleCount).toBe(published.ruleCount);
      expect(policy.drawnCount === null).toBe(stored.learner.learner === "exp2");
      const shown = policy.comparison?.heaviest ?? [];
      expect(shown.length).toBeGreaterThan(0);
      const said = [board.result?.rule, ...shown.map(({ rule }) => rule)].join("\n");
      expect(said).toMatch(/below 0 DM|\d months|[12],[05]00/);
      expect(said).not.toMatch(/A11|(?<!Checking )account|months <= \d+(?! months|\d)/);
    });
  });

  async function publishedStudy(kind: RulesDraft["kind"], settings: Partial<SettingsDraft>) {
    const drafting = await completeDraft(app);
    const { draft } = await drafting.view();
    const rules: RulesDraft = {
      ...draft.rules,
      kind,
      predicates: [
        { source: 0, test: "is", value: "A11" },
        { source: 1, test: "at-most", value: "20" },
        { source: 3, test: "above", value: "2000" },
      ],
      listed: "Checking account is not below 0 DM and months <= 24 months\namount > 1,500",
      predictions: [{ source: 2, accepts: "A31" }],
    };
    const { revision } = await drafting.save({
      rules,
      settings: { ...draft.settings, closesWithoutPairs: false, ...settings },
    });
    const { studyId, operatorId } = drafting;
    const { finished } = await startPublishing(app, { studyId, accountId: operatorId, revision });
    await finished;
    return { studyId, operatorId };
  }
});
