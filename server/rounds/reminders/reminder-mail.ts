import { formatUtcMoment } from "#server/format.ts";
import { oneLine, paragraphs } from "#server/platform/mail/words.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";

type Reminded = {
  readonly studyId: string;
  readonly studyName: string;
  readonly decision: string;
  readonly round: number;
  readonly deadlineAt: number | null;
};

/**
 * Returns the text of a reminder to an auditor who has not sealed: where and until when, and nothing about any
 * verdicts.
 */
export function reminderText({ studyId, studyName, decision, round, deadlineAt }: Reminded) {
  const study = `the study “${oneLine(studyName)}”`;
  return {
    subject: `Reminder: round ${round} of ${study}`,
    text: paragraphs(
      `Round ${round} of ${study} is open, and your ballot is not sealed yet. It is about ${oneLine(decision)}.`,
      deadlineAt === null ? "It has no deadline yet." : `It closes on ${formatUtcMoment(deadlineAt)}.`,
      `Judge here:\n${publicAddress(`/studies/${studyId}/judging/${round}`)}`,
    ),
  };
}
