import { kindTitle } from "#components/setup/rules/kind-words.ts";
import { drawWords, priorWords } from "#components/setup/settings/guarded-words.ts";
import { learnerSentence } from "#components/setup/settings/learning-words.ts";
import { picksWords } from "#components/setup/settings/picks-words.ts";
import {
  certainRound,
  certaintyWords,
  promiseOf,
  promiseSentence,
} from "#components/setup/settings/promise.ts";
import { Fact } from "#components/ui/facts.tsx";
import * as setupPicks from "#messages/setupPicks.ts";
import * as t from "#messages/studies.ts";
import type { StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import type { LearningSettings } from "#server/audit-log/entries.ts";
import { formatNumber, formatPoints } from "#server/format.ts";
import { drawnRuleCount } from "#server/learner/ftpl/settings.ts";
import { choosesStart } from "#server/study/settings/prior.ts";

const pairRules = {
  average: "average",
  "largest-gap": "gap",
  "most-flags": "flags",
  all: "all",
} as const;

/** Facts about how a study learns and draws. */
export function LearnerFacts({
  settings: { learner, drawAt },
  ruleCount,
  beacon,
}: {
  settings: LearningSettings;
  ruleCount: number;
  beacon: StudyBeacon | null;
}) {
  return (
    <>
      <Fact label={setupPicks.label()}>
        <span className="inline-block first-letter:uppercase">
          {picksWords(learner.picks, learner.roundSize)}
        </span>
      </Fact>
      <Fact label={t.rules()}>
        {t.rulesOfKind({ count: ruleCount, kind: kindTitle(learner.hypotheses.kind) })}
      </Fact>
      <Fact label={t.learner()}>
        {learnerSentence(learner)}
        <span className="block text-sm text-ink-2">
          {t.horizon({ length: lengthOf(learner), rounds: learner.horizon ?? 0 })}
        </span>
      </Fact>
      {learner.guarded !== undefined && (
        <Fact label={t.roundsWithReport()}>
          <span className="inline-block first-letter:uppercase">
            {promiseSentence(promiseOf(learner.guarded, learner.horizon))}. {t.whateverPanelDoes()}{" "}
            {certaintyWords(certainRound(learner.guarded, learner.alpha, ruleCount))}
          </span>
        </Fact>
      )}
      {learner.mode !== "paper" && (
        <Fact label={t.margin({ hasWeight: learner.guarded === undefined })}>
          {t.marginPoints({
            points: formatPoints(Number(learner.eps), 10),
            weight: learner.guarded === undefined ? String(learner.fairnessMultiplier) : "none",
          })}
        </Fact>
      )}
      {learner.delta !== undefined && <Fact label={t.failureChance()}>{learner.delta}</Fact>}
      {learner.learner === "ftpl" && (
        <Fact label={t.rulesDrawn()}>{formatNumber(drawnRuleCount(learner))}</Fact>
      )}
      {learner.guarded === undefined ? (
        <Fact label={t.severalReported()}>{t.pairsUsed({ rule: pairRules[learner.pairRule] })}</Fact>
      ) : (
        <Fact label={t.reportedPairs()}>{t.allRemembered({ rounds: learner.guarded.rememberFor ?? 0 })}</Fact>
      )}
      {choosesStart(learner) && <Fact label={t.rulesStart()}>{priorWords(learner.prior)}</Fact>}
      <Fact label={t.draw()}>
        {drawWords(learner.draw)}
        <span className="block text-sm text-ink-2">{t.drawWhen({ when: drawAt })}</span>
      </Fact>
      <Fact label={t.beacon()}>
        {beacon === null
          ? t.noBeacon()
          : t.beaconNote({
              seconds: beacon.delay,
              chain: () => <code className="font-mono text-xs [overflow-wrap:anywhere]">{beacon.chain}</code>,
            })}
      </Fact>
    </>
  );
}

function lengthOf({ horizon, afterHorizon }: LearningSettings["learner"]) {
  if (horizon === null) return "unknown";
  return afterHorizon === "end" ? "ends" : "continues";
}
