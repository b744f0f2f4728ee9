import { Section } from "#components/ui/sheet.tsx";
import type { InboxStudy } from "#server/rounds/inbox/read-inbox.ts";
import { StudyTable } from "./study-table.tsx";

/**
 * The viewer's studies: first those that need an action of the viewer, then those that wait for others or are over.
 */
export function MyStudies({ studies }: { studies: readonly InboxStudy[] }) {
  const mine = studies.filter(({ waiting }) => waiting.isMine);
  const others = studies.filter(({ waiting }) => !waiting.isMine);
  return (
    <>
      {mine.length > 0 && (
        <Section title="Waiting for you" note="The one next act of each study.">
          <StudyTable caption="Studies that wait for you" studies={mine} />
        </Section>
      )}
      {others.length > 0 && (
        <Section title="Nothing to do" note="Others are at work, or the study is over.">
          <StudyTable caption="Studies in which nothing waits for you" studies={others} />
        </Section>
      )}
    </>
  );
}
