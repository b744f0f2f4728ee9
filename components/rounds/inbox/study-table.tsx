import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import type { Act } from "#server/rounds/inbox/next-action.ts";
import type { InboxStudy } from "#server/rounds/inbox/read-inbox.ts";
import { ActDeadline } from "./act-deadline.tsx";
import { actAddress, actWords, buttonOf, playedWords } from "./act-words.ts";

/** Table of studies, each with its next action or what others are doing. */
export function StudyTable({ caption, studies }: { caption: string; studies: readonly InboxStudy[] }) {
  const head = (
    <tr>
      <HeaderCell>Study</HeaderCell>
      <HeaderCell>What waits</HeaderCell>
      <HeaderCell numeric>Rounds closed</HeaderCell>
      <HeaderCell numeric>With a report</HeaderCell>
      <HeaderCell numeric>
        <span className="sr-only">What to do</span>
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

const roleWords = { operator: "You run it", auditor: "You judge", researcher: "You follow it" } as const;
const stateWords = { draft: "draft", ready: "ready", running: "running", ended: "ended" } as const;

function StudyRow({ study, isFirst }: { study: InboxStudy; isFirst: boolean }) {
  const { id, name, state, role, waiting, played } = study;
  const { act, isMine, later, meanwhile } = waiting;
  const also = [...later, ...(meanwhile === null ? [] : [meanwhile])];
  return (
    <Row>
      <RowHead label="Study">
        <span>
          <h3 className="text-sm">
            <Link href={`/studies/${id}`}>{name}</Link>
          </h3>
          <span className="font-normal text-ink-3">
            {roleWords[role]}, {stateWords[state]}
          </span>
        </span>
      </RowHead>
      <Cell label="What waits">
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
      <Cell label="Rounds closed" numeric className="whitespace-nowrap">
        {played === null ? "–" : playedWords(played)}
      </Cell>
      <Cell label="With a report" numeric>
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
              Practise judging
            </ButtonLink>
          )
        )}
      </Cell>
    </Row>
  );
}
