import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { TableSheet } from "#components/ui/table.tsx";
import * as t from "#messages/inbox.ts";
import { formatNumber } from "#server/format.ts";
import type { Act } from "#server/rounds/inbox/next-action.ts";
import type { InboxStudy } from "#server/rounds/inbox/read-inbox.ts";
import { ActDeadline } from "./act-deadline.tsx";
import { actAddress, actKey, actWords, buttonOf } from "./act-words.ts";

/** The viewer's studies: those with an open task, then the other current ones, then those that have ended. */
export function MyStudies({ studies }: { studies: readonly InboxStudy[] }) {
  const mine = studies.filter(({ waiting }) => waiting.isMine);
  const others = studies.filter(({ waiting }) => !waiting.isMine);
  const current = others.filter(({ state }) => state !== "ended");
  const ended = others.filter(({ state }) => state === "ended");
  // Auditors and drafts have no counts of rounds.
  const isPlayed = studies.some(({ played }) => played !== null);
  return (
    <>
      {mine.length > 0 && (
        <Section title={t.mine()} note={t.mineNote()}>
          <StudyTable caption={t.mineTable()} studies={mine} isPlayed={isPlayed} />
        </Section>
      )}
      {current.length > 0 && (
        <Section title={t.others()} note={t.othersNote()}>
          <StudyTable caption={t.othersTable()} studies={current} isPlayed={isPlayed} />
        </Section>
      )}
      {ended.length > 0 && (
        <Section title={t.ended()} note={t.endedNote()}>
          <StudyTable caption={t.endedTable()} studies={ended} isPlayed={isPlayed} />
        </Section>
      )}
    </>
  );
}

/**
 * Table of studies, each with its next action or what others are doing. All tables of a page have the same columns
 * with the same widths.
 */
function StudyTable({
  caption,
  studies,
  isPlayed,
}: {
  caption: string;
  studies: readonly InboxStudy[];
  /** Whether the page's tables have columns with counts of rounds. */
  isPlayed: boolean;
}) {
  const wide = { className: isPlayed ? "md:w-[22%]" : "md:w-[37%]" };
  return (
    <TableSheet
      caption={caption}
      rows={studies}
      keyOf={({ id }) => id}
      columns={[
        [
          t.study(),
          ({ id, name, role, state }) => (
            <span>
              <h3 className="text-sm">
                <Link href={`/studies/${id}`}>{name}</Link>
              </h3>
              <span className="font-normal text-ink-3">{t.roleAndState({ role, state })}</span>
            </span>
          ),
          wide,
        ],
        [t.nextAction(), ({ waiting }) => <NextAction waiting={waiting} />, wide],
        isPlayed && [
          t.roundsClosed(),
          ({ played }) => (played === null ? "–" : playedWords(played)),
          { numeric: true, className: "whitespace-nowrap md:w-[16%]" },
        ],
        isPlayed && [
          t.withReport(),
          ({ played }) => played?.reportCount ?? "–",
          { numeric: true, className: "md:w-[14%]" },
        ],
        [
          t.whatToDo(),
          (study) => <ActionLink study={study} isFirst={study === studies[0]} />,
          { numeric: true, isActions: true, className: "md:w-[26%]" },
        ],
      ]}
    />
  );
}

/** Actions whose heading does not say everything. */
const saysMore: readonly Act["kind"][] = ["being-judged", "closed-for-writing"];

function NextAction({ waiting: { act, later, meanwhile } }: Pick<InboxStudy, "waiting">) {
  const also = [...later, ...meanwhile];
  return (
    <span>
      {actWords(act).title}
      {saysMore.includes(act.kind) && <span className="block text-ink-3">{actWords(act).text}</span>}
      <ActDeadline act={act} />
      {also.map((other) => (
        <span key={actKey(other)} className="block text-ink-3">
          {actWords(other).title}
        </span>
      ))}
    </span>
  );
}

function ActionLink({ study, isFirst }: { study: InboxStudy; isFirst: boolean }) {
  const { id, role, waiting } = study;
  const { act, isMine } = waiting;
  if (isMine) {
    return (
      <ButtonLink
        small
        look={isFirst ? "act" : "plain"}
        className="whitespace-nowrap"
        href={actAddress(id, act)}
      >
        {buttonOf(act)}
      </ButtonLink>
    );
  }
  return (
    role === "auditor" &&
    act.kind === "wait-for-round" && (
      <ButtonLink small className="whitespace-nowrap" href={`/studies/${id}/practice`}>
        {t.practise()}
      </ButtonLink>
    )
  );
}

/** Counts the played rounds: "3 of 30", or "3". */
function playedWords({ closedCount, plannedCount }: NonNullable<InboxStudy["played"]>): string {
  if (plannedCount === null) return formatNumber(closedCount);
  return t.played({ closed: closedCount, planned: plannedCount });
}
