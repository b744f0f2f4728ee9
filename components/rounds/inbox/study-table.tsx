import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import * as t from "#messages/inbox.ts";
import type { Act } from "#server/rounds/inbox/next-action.ts";
import type { InboxStudy } from "#server/rounds/inbox/read-inbox.ts";
import { ActDeadline } from "./act-deadline.tsx";
import { actAddress, actWords, buttonOf, playedWords } from "./act-words.ts";

/** Table of studies, each with its next action or what others are doing. */
export function StudyTable({ caption, studies }: { caption: string; studies: readonly InboxStudy[] }) {
  const head = (
    <tr>
      <HeaderCell>{t.study()}</HeaderCell>
      <HeaderCell>{t.nextAction()}</HeaderCell>
      <HeaderCell numeric>{t.roundsClosed()}</HeaderCell>
      <HeaderCell numeric>{t.withReport()}</HeaderCell>
      <HeaderCell numeric>
        <span className="sr-only">{t.whatToDo()}</span>
      </HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption={caption} head={head} fold>
        {studies.map((study, index) => (
          <StudyRow key={study.id} study={study} isFirst={index === 0} />
        ))}
      </Table>
    </Sheet>
  );
}

/** Actions whose heading does not say everything. */
const saysMore: readonly Act["kind"][] = ["being-judged", "closed-for-writing"];

function StudyRow({ study, isFirst }: { study: InboxStudy; isFirst: boolean }) {
  const { id, name, state, role, waiting, played } = study;
  const { act, isMine, later, meanwhile } = waiting;
  const also = [...later, ...(meanwhile === null ? [] : [meanwhile])];
  return (
    <Row>
      <RowHead label={t.study()}>
        <span>
          <h3 className="text-sm">
            <Link href={`/studies/${id}`}>{name}</Link>
          </h3>
          <span className="font-normal text-ink-3">{t.roleAndState({ role, state })}</span>
        </span>
      </RowHead>
      <Cell label={t.nextAction()}>
        <span>
          {actWords(act).title}
          {saysMore.includes(act.kind) && <span className="block text-ink-3">{actWords(act).text}</span>}
          <ActDeadline act={act} />
          {also.map((other) => (
            <span key={other.kind} className="block text-ink-3">
              {actWords(other).title}
            </span>
          ))}
        </span>
      </Cell>
      <Cell label={t.roundsClosed()} numeric className="whitespace-nowrap">
        {played === null ? "–" : playedWords(played)}
      </Cell>
      <Cell label={t.withReport()} numeric>
        {played?.reportCount ?? "–"}
      </Cell>
      <Cell numeric>
        {isMine ? (
          <ButtonLink
            small
            look={isFirst ? "act" : "plain"}
            className="whitespace-nowrap"
            href={actAddress(id, act)}
          >
            {buttonOf(act)}
          </ButtonLink>
        ) : (
          role === "auditor" &&
          act.kind === "wait-for-round" && (
            <ButtonLink small className="whitespace-nowrap" href={`/studies/${id}/practice`}>
              {t.practise()}
            </ButtonLink>
          )
        )}
      </Cell>
    </Row>
  );
}
