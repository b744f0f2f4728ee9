import * as t from "#messages/mails.ts";
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
  const about = { round, study: oneLine(studyName) };
  return {
    subject: t.reminderSubject(about),
    text: paragraphs(
      t.reminderText({ ...about, decision: oneLine(decision) }),
      deadlineText(deadlineAt),
      t.reminderLink({ address: publicAddress(`/studies/${studyId}/judging/${round}`) }),
    ),
  };
}

/** Returns the sentence about when a round closes. */
export function deadlineText(deadlineAt: number | null): string {
  const until = deadlineAt === null ? "" : formatUtcMoment(deadlineAt);
  return t.reminderDeadline({ hasDeadline: deadlineAt !== null, until });
}
