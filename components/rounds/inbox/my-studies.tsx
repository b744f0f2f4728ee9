import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/inbox.ts";
import type { InboxStudy } from "#server/rounds/inbox/read-inbox.ts";
import { StudyTable } from "./study-table.tsx";

/** The viewer's studies: those with an open task, then the other current ones, then those that have ended. */
export function MyStudies({ studies }: { studies: readonly InboxStudy[] }) {
  const mine = studies.filter(({ waiting }) => waiting.isMine);
  const others = studies.filter(({ waiting }) => !waiting.isMine);
  const current = others.filter(({ state }) => state !== "ended");
  const ended = others.filter(({ state }) => state === "ended");
  return (
    <>
      {mine.length > 0 && (
        <Section title={t.mine()} note={t.mineNote()}>
          <StudyTable caption={t.mineTable()} studies={mine} />
        </Section>
      )}
      {current.length > 0 && (
        <Section title={t.others()} note={t.othersNote()}>
          <StudyTable caption={t.othersTable()} studies={current} />
        </Section>
      )}
      {ended.length > 0 && (
        <Section title={t.ended()} note={t.endedNote()}>
          <StudyTable caption={t.endedTable()} studies={ended} />
        </Section>
      )}
    </>
  );
}
