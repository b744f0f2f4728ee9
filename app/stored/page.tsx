import { Main, PageHead } from "#components/ui/page.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/stored.ts";
import { currentViewer, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(t.title);

export default async function StoredPage() {
  // Finds the viewer's language, before the first text.
  await currentViewer();
  return (
    <Main>
      <PageHead title={t.title()} lede={t.lede()} />
      <Section title={t.account()}>
        <List
          texts={[
            t.name(),
            t.password(),
            t.sessions(),
            t.factor(),
            t.keys(),
            t.events(),
            t.calls(),
            t.cookies(),
          ]}
        />
      </Section>
      <Section title={t.verdicts()} note={t.forAuditors()}>
        <List texts={[t.each(), t.seat(), t.device(), t.filled(), t.hidden()]} />
      </Section>
      <Section title={t.judged()}>
        <List texts={[t.columns(), t.erased()]} />
      </Section>
    </Main>
  );
}

function List({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="grid max-w-measure list-disc gap-2 ps-5">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
