import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, Column, Row, RowHead, Table } from "#components/ui/table.tsx";
import type { Act } from "#server/rounds/inbox/next-action.ts";
import type { DeskStudy } from "#server/rounds/inbox/read-inbox.ts";
import { ActDeadline } from "./act-deadline.tsx";
import { addressOf, buttonOf, playedWords, wordsOf } from "./act-words.ts";

/** Table of studies, each with its next action or what others are doing. */
export function StudyTable({ caption, studies }: { caption: string; studies: readonly DeskStudy[] }) {
  const head = (
    <tr>
      <Column>Study</Column>
      <Column>What waits</Column>
      <Column numeric>Rounds closed</Column>
      <Column numeric>With a report</Column>
      <Column numeric>
        <span className="sr-only">What to do</span>
      </Column>
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

function StudyRow({ study, isFirst }: { study: DeskStudy; isFirst: boolean }) {
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
          {wordsOf(act).title}
          {saysMore.includes(act.kind) && <span className="block text-ink-3">{wordsOf(act).text}</span>}
          <ActDeadline act={act} />
          {also.map((other) => (
            <span key={other.kind} className="block text-ink-3">
              {wordsOf(other).title}
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
            href={addressOf(id, act)}
          >
            {buttonOf(act)}
          </ButtonLink>
        ) : null}
      </Cell>
    </Row>
  );
}
