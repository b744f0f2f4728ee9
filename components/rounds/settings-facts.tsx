import { modes } from "#components/setup/settings/asking-words.ts";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { Sheet, SheetFooter } from "#components/ui/sheet.tsx";
import type { StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import { type AuditSettings, isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import { formatPoints } from "#server/format.ts";
import { drawnRuleCount } from "#server/learner/ftpl/settings.ts";
import { neededOf } from "./gamma.ts";
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
  return (
    <Sheet className="[&_dl>:first-child]:border-t-0">
      <Facts>
        <Fact label="Needed flags">{neededOf(panel.gamma, seatCount)}</Fact>
        <Fact label="Judged from">
          differences of more than {formatPoints(Number(learner.alpha), 10)} points
        </Fact>
        <Fact label="People a round">at most {learner.roundSize}</Fact>
        <Fact label="Auditors look at">
          {presentation.docket === "everything"
            ? "every pair that can be judged"
            : `a docket of ${presentation.docket.size} pairs first, the same for all; every other pair stays within reach`}
          {modes
            .filter(({ name }) => presentation[name])
            .map(({ name, review }) => (
              <span key={name} className="block text-sm text-ink-2">
                {review}
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
        <ResearchDetails about="the settings">
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
      <Fact label="Chances">
        those of the rule in force: column “{column}” of the file,{" "}
        {unit === "percent" ? "read as 0 to 100" : "read as 0 to 1"}
      </Fact>
      <Fact label="Who stands in a round">drawn by lot from all who wait</Fact>
      <Fact label="Learner, draw, outcomes">none: nobody is picked, and nothing changes</Fact>
    </>
  );
}
