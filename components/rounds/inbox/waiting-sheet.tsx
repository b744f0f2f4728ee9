import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Sheet } from "#components/ui/sheet.tsx";
import type { Act, Waiting } from "#server/rounds/inbox/next-action.ts";
import { ActDeadline } from "./act-deadline.tsx";
import { actAddress, actKey, actWords, buttonOf } from "./act-words.ts";
import { CloseNow, ExtendNow } from "./end-now.tsx";

type Props = {
  studyId: string;
  /** Usual number of days for a round, as set by the study's creator. */
  usualDays: number | null;
};

/** First sheet of a study's page: one fact and one action. Less urgent actions follow below, smaller. */
export function WaitingSheet({
  waiting: { act, isMine, later, meanwhile },
  children,
  ...study
}: Props & {
  waiting: Waiting;
  /** Form of the first action, if a button is not enough. */
  children?: ReactNode;
}) {
  return (
    <Sheet ruled className="mb-10">
      <ActLine act={act} isFirst={isMine} {...study}>
        {children}
      </ActLine>
      {[...later, ...meanwhile].map((other) => (
        <ActLine key={actKey(other)} act={other} isFirst={false} {...study} />
      ))}
    </Sheet>
  );
}

function ActLine({
  act,
  isFirst,
  children,
  ...study
}: Props & { act: Act; isFirst: boolean; children?: ReactNode }) {
  const { title, text } = actWords(act);
  return (
    <div
      className={classNames(
        "flex flex-wrap justify-between gap-x-6 gap-y-4 border-t border-hair px-4 py-5 first:border-t-0 md:px-6",
        children === undefined ? "items-center" : "lg:flex-nowrap",
      )}
    >
      <div className="max-w-measure">
        <h2 className={isFirst ? "text-xl" : "text-base"}>{title}</h2>
        <p className="mt-1 text-sm text-ink-2">
          {text}
          <ActDeadline act={act} />
        </p>
      </div>
      {children === undefined ? <ActButton act={act} isFirst={isFirst} {...study} /> : children}
    </div>
  );
}

const daysGiven = 3;

function ActButton({ act, isFirst, studyId, usualDays }: Props & { act: Act; isFirst: boolean }) {
  if (act.kind === "close") return <CloseNow studyId={studyId} round={act.round.number} isFirst={isFirst} />;
  if (act.kind === "extend") {
    return <ExtendNow studyId={studyId} round={act.round.number} days={usualDays ?? daysGiven} />;
  }
  if (act.kind === "wait-for-round" || act.kind === "closed-for-writing" || act.kind === "ended") return null;
  return (
    <ButtonLink look={isFirst ? "act" : "plain"} small={!isFirst} href={actAddress(studyId, act)}>
      {buttonOf(act)}
    </ButtonLink>
  );
}
