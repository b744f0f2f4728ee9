import type { Outputs } from "#server/http/outputs.ts";
import type { DocketAndPace } from "../docket-words.ts";
import { isGuarded } from "../limit-words.ts";
import { type PickSettings, pickSettings } from "../picks-words.ts";
import type { NextPanel } from "./panel-fields.tsx";

/** What the form that opens a study's next round needs of the study. */
export type NextRound = {
  readonly studyId: string;
  readonly next: number;
  /** How many rounds are open. */
  readonly openCount: number;
  readonly waitingCount: number;
  readonly roundSize: number;
  /** Usual number of days, as set by the study's creator; the field starts with it. */
  readonly usualDeadlineDays: number | null;
  /** Whether a limit follows the reports, so that an open round can leave the next ones without a pair to judge. */
  readonly isGuarded: boolean;
  /** How auditors are asked about pairs, and how long a pair takes them. */
  readonly asked: DocketAndPace;
  /** The study's number of picks; null: none. */
  readonly picks: PickSettings | null;
  readonly panel: NextPanel;
};

export function roundToOpen(
  study: Outputs["studies"]["read"],
  { selection, seats }: Outputs["panel"]["read"],
): NextRound {
  const { learner, presentation } = study.settings;
  return {
    ...{ studyId: study.id, next: study.nextRound, openCount: study.open.length },
    ...{ waitingCount: study.waitingCount, roundSize: learner.roundSize },
    usualDeadlineDays: study.usualDeadlineDays,
    isGuarded: isGuarded(learner),
    asked: { docket: presentation.docket, pace: study.pace },
    picks: pickSettings(learner),
    panel: { selection, seats },
  };
}
