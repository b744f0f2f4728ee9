import { Link } from "#components/ui/link.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import * as t from "#messages/inbox.ts";

/** Studies in which the viewer was an auditor, with links to receipts and results. */
export function JudgedBeforeSection({
  studies,
  first,
  next,
}: {
  studies: readonly { id: string; name: string }[];
  /** Addresses of the first and the next page; null if this is the first page, or if there is no next one. */
  first: string | null;
  next: string | null;
}) {
  return (
    <Section title={t.judgedBefore()} note={t.judgedBeforeNote()}>
      <Sheet>
        <ul aria-label={t.judgedBeforeList()}>
          {studies.map(({ id, name }) => (
            <li
              key={id}
              className="flex min-h-12 items-center border-b border-hair px-4 py-2 last:border-b-0 md:px-6"
            >
              <Link href={`/studies/${id}/judging`}>{name}</Link>
            </li>
          ))}
        </ul>
      </Sheet>
      <Pager
        label={t.judgedBeforePages()}
        words={{ back: t.firstStudies(), on: t.moreStudies() }}
        newer={first}
        older={next}
      />
    </Section>
  );
}
