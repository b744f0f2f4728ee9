import { selectionReview } from "#components/setup/panel/selection-words.ts";
import { modes, modeWords } from "#components/setup/settings/asking-words.ts";
import { decisionRuleWords } from "#components/ui/decision-rule-words.ts";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { Sheet, SheetFooter } from "#components/ui/sheet.tsx";
import * as panels from "#messages/panelSelection.ts";
import * as t from "#messages/studies.ts";
import type { StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import { type AuditSettings, isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import { formatPoints } from "#server/format.ts";
import { drawnRuleCount } from "#server/learner/ftpl/settings.ts";
import { LearnerFacts } from "./learner-facts.tsx";

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
                {modeWords(mode)}
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
