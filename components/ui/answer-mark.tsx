import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import type { VoteReport } from "#server/audit-log/receipts/vote-questions.ts";

const looks = {
  yes: { Icon: CircleCheck, colour: "text-good" },
  no: { Icon: CircleAlert, colour: "text-bad" },
  open: { Icon: CircleDashed, colour: "text-ink-3" },
  lost: { Icon: CircleAlert, colour: "text-ink-3" },
} as const;

type Props = { answer: VoteReport[keyof VoteReport]["answer"]; className?: string };

/** Icon of an answer to a question about a ballot. The words next to it say the same. */
export function AnswerMark({ answer, className }: Props) {
  const { Icon, colour } = looks[answer];
  return <Icon aria-hidden className={classNames("size-4 flex-none", colour, className)} />;
}
