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
import type { StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import type { LearningSettings } from "#server/audit-log/entries.ts";
import { formatNumber, formatPoints } from "#server/format.ts";
import { drawnRuleCount } from "#server/learner/ftpl/settings.ts";
import { choosesStart } from "#server/study/settings/prior.ts";

const pairWords = {
  average: "all reported pairs, with equal shares",
  "largest-gap": "the one with the largest difference",
  "most-flags": "the one with the most flags",
  all: "all of them",
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
      <Fact label={setupPicks.label()}>{picksWords(learner.picks, learner.roundSize)}</Fact>
      <Fact label="Rules">
        {formatNumber(ruleCount)} of the kind “{kindTitle(learner.hypotheses.kind)}”
      </Fact>
      <Fact label="Learner">
        {learnerSentence(learner)},{" "}
        {learner.horizon === null
          ? "length not known"
          : `${formatNumber(learner.horizon)} rounds, then the study ${learner.afterHorizon === "end" ? "ends" : "goes on"}`}
      </Fact>
      {learner.guarded !== undefined && (
        <Fact label="Rounds that may end in a report">
          {promiseSentence(promiseOf(learner.guarded, learner.horizon))}, whatever the panel does.{" "}
          {certaintyWords(certainRound(learner.guarded, learner.alpha, ruleCount))}
        </Fact>
      )}
      {learner.mode !== "paper" && (
        <Fact label={learner.guarded ? "Margin" : "Margin and weight of fairness"}>
          {formatPoints(Number(learner.eps), 10)} points
          {learner.guarded === undefined && `, times ${learner.fairnessMultiplier}`}
        </Fact>
      )}
      {learner.delta !== undefined && <Fact label="Chance that the guarantee fails">{learner.delta}</Fact>}
      {learner.learner === "ftpl" && (
        <Fact label="Rules drawn a round">{formatNumber(drawnRuleCount(learner))}</Fact>
      )}
      {learner.guarded === undefined ? (
        <Fact label="Used when several pairs are reported">{pairWords[learner.pairRule]}</Fact>
      ) : (
        <Fact label="Reported pairs">every one is remembered</Fact>
      )}
      {choosesStart(learner) && <Fact label="Rules started">{priorWords(learner.prior)}</Fact>}
      <Fact label="The draw">
        {drawWords(learner.draw)};{" "}
        {drawAt === "close" ? "when a round closes" : "when a round opens, shown at its close"}
      </Fact>
      <Fact label="Public beacon">
        {beacon === null ? (
          "none: whoever runs the server could know a draw beforehand"
        ) : (
          <>
            each draw rests on a number that is named {beacon.delay} seconds before it comes out; chain{" "}
            <code className="font-mono text-xs [overflow-wrap:anywhere]">{beacon.chain}</code>
          </>
        )}
      </Fact>
    </>
  );
}
