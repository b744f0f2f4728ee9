import { Fact, Facts } from "#components/ui/facts.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import type { StudySettings } from "#server/log/entries.ts";
import { neededOf } from "./gamma.ts";

const classWords = {
  thresholds: "thresholds",
  conjunctions: "conjunctions of conditions",
  "signed-conjunctions": "conjunctions of conditions and their opposites",
  disjunctions: "disjunctions of conditions",
  "signed-disjunctions": "disjunctions of conditions and their opposites",
  parities: "parities of conditions",
  "decision-lists": "decision lists",
  scorecards: "scorecards",
  explicit: "listed rules",
} as const;
const learnerWords = { exp2: "Exp2", ftpl: "FTPL with resampling" } as const;
const pairWords = {
  average: "all reported pairs, with equal shares",
  "largest-gap": "the one with the largest difference",
  "most-flags": "the one with the most flags",
} as const;

/** How a study decides, in words with the symbols behind them. */
export function SettingsFacts({
  settings,
  seatCount,
  ruleCount,
}: {
  settings: StudySettings;
  seatCount: number;
  ruleCount: number;
}) {
  const { learner, panel } = settings;
  return (
    <Sheet className="[&_dl>:first-child]:border-t-0">
      <Facts>
        <Fact label="Needed flags">
          {neededOf(panel.gamma, seatCount)} (gamma {panel.gamma.numerator}/{panel.gamma.denominator})
        </Fact>
        <Fact label="Judged from">
          differences of more than {100 * Number(learner.alpha)} points (alpha {learner.alpha})
        </Fact>
        <Fact label="People a round">at most {learner.roundSize} (k)</Fact>
        <Fact label="Rules">
          {ruleCount.toLocaleString("en-GB")} {classWords[learner.hypotheses.kind]}
        </Fact>
        <Fact label="Learner">
          {learnerWords[learner.learner]}, mode {learner.mode},{" "}
          {learner.horizon === null ? "length not known" : `T = ${learner.horizon}`}
        </Fact>
        <Fact label="Used when several pairs are reported">{pairWords[learner.pairRule]}</Fact>
        <Fact label="The draw">
          {settings.drawAt === "close" ? "when a round closes" : "when a round opens, shown at its close"}
        </Fact>
      </Facts>
    </Sheet>
  );
}
