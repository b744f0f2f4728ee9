import { selectionReview } from "#components/setup/panel/selection-words.ts";
import { kindTitle } from "#components/setup/rules/kind-words.ts";
import { modes } from "#components/setup/settings/asking-words.ts";
import { drawWords, priorWords } from "#components/setup/settings/guarded-words.ts";
import { learnerSentence } from "#components/setup/settings/learning-words.ts";
import { picksWords } from "#components/setup/settings/picks-words.ts";
import { certainRound, promiseOf } from "#components/setup/settings/promise.ts";
import { decisionRuleWords } from "#components/ui/decision-rule-words.ts";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { Sheet, SheetFooter } from "#components/ui/sheet.tsx";
import * as panels from "#messages/panelSelection.ts";
import * as setupPicks from "#messages/setupPicks.ts";
import * as words from "#messages/setupSettings.ts";
import * as t from "#messages/studies.ts";
import type { StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import {
  type AuditSettings,
  isAudit,
  type LearningSettings,
  type StudySettings,
} from "#server/audit-log/entries.ts";
import { formatNumber, formatPoints } from "#server/format.ts";
import { drawnRuleCount } from "#server/learner/ftpl/settings.ts";
import { choosesStart } from "#server/study/settings/prior.ts";

/** Facts about how a study decides, in words, with the symbols behind them folded. */
export function SettingsFacts({
  settings,
  seatCount,
  ruleCount,
  beacon,
}: {
  settings: StudySettings;
  seatCount: number;
  /** null in an audit. */
  ruleCount: number | null;
  beacon: StudyBeacon | null;
}) {
  const { learner, panel, presentation } = settings;
  const mostPairs = (learner.roundSize * (learner.roundSize - 1)) / 2;
  return (
    <Sheet className="[&_dl>:first-child]:border-t-0">
      <Facts>
        <Fact label={t.neededFlags()}>{decisionRuleWords(panel, panel.selection.size ?? seatCount)}</Fact>
        <Fact label={panels.title()}>
          {selectionReview(panel.selection, panel.selection.size ?? seatCount)}
        </Fact>
        <Fact label={t.judged()}>{t.judgedFrom({ points: formatPoints(Number(learner.alpha), 10) })}</Fact>
        <Fact label={t.peopleARound()}>{t.atMost({ count: learner.roundSize })}</Fact>
        <Fact label={t.auditorsLookAt()}>
          {presentation.docket === "everything" || presentation.docket.size >= mostPairs
            ? t.docket({ docket: "all", count: 0 })
            : t.docket({ docket: "size", count: presentation.docket.size })}
          {modes
            .filter((mode) => presentation[mode])
            .map((mode) => (
              <span key={mode} className="block text-sm text-ink-2">
                {words.modeReview({ mode })}
              </span>
            ))}
        </Fact>
        {isAudit(settings) ? (
          <AuditFacts settings={settings} />
        ) : (
          <LearnerFacts settings={settings} ruleCount={ruleCount ?? 0} beacon={beacon} />
        )}
      </Facts>
      <SheetFooter>
        <ResearchDetails about={t.theSettings()}>
          <p>{symbolsOf(settings).join(", ")}</p>
        </ResearchDetails>
      </SheetFooter>
    </Sheet>
  );
}

/** The settings by their symbols, as the paper and the log name them. */
function symbolsOf(settings: StudySettings): string[] {
  const { gamma } = settings.panel;
  const { alpha, roundSize } = settings.learner;
  const known = [`gamma ${gamma.numerator}/${gamma.denominator}`, `alpha ${alpha}`, `k ${roundSize}`];
  if (isAudit(settings)) return known;
  const { learner } = settings;
  return [
    ...known,
    `learner ${learner.learner}`,
    `mode ${learner.mode}`,
    `T ${learner.horizon ?? "not known"}`,
    ...(learner.mode === "paper" ? [] : [`eps ${learner.eps}`]),
    ...(learner.guarded === undefined ? [] : [`allowance ${learner.guarded.allowance}`]),
    ...(learner.delta === undefined ? [] : [`delta ${learner.delta}`]),
    ...(learner.learner === "ftpl" ? [`R ${drawnRuleCount(learner)}`] : []),
  ];
}

function AuditFacts({ settings: { learner } }: { settings: AuditSettings }) {
  const { column, unit } = learner.chance;
  return (
    <>
      <Fact label={t.chances()}>
        {t.chancesOfRule({ column, unit: unit === "percent" ? "percent" : "share" })}
      </Fact>
      <Fact label={t.peopleOfRound()}>{t.byLot()}</Fact>
      <Fact label={t.noLearner()}>{t.noLearnerNote()}</Fact>
    </>
  );
}

const pairRules = {
  average: "average",
  "largest-gap": "gap",
  "most-flags": "flags",
  all: "all",
} as const;

/** Facts about how a study learns and draws. */
function LearnerFacts({
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
            {words.promise(promiseOf(learner.guarded, learner.horizon))}. {t.whateverPanelDoes()}{" "}
            {words.certain({ round: certainRound(learner.guarded, learner.alpha, ruleCount) })}
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
