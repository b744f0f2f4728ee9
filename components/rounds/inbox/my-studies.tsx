import { Section } from "#components/ui/sheet.tsx";
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
        <Section title="Waiting for you" note="The one next act of each study.">
          <StudyTable caption="Studies that wait for you" studies={mine} />
        </Section>
      )}
      {current.length > 0 && (
        <Section title="No open tasks" note="Other people are working on these studies.">
          <StudyTable caption="Studies without an open task" studies={current} />
        </Section>
      )}
      {ended.length > 0 && (
        <Section title="Ended" note="No further round is opened.">
          <StudyTable caption="Studies that have ended" studies={ended} />
        </Section>
      )}
    </>
  );
}
