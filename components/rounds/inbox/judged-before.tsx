import { Link } from "#components/ui/link.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";

const words = { back: "First ones", on: "Further ones" };

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
    <Section title="Judged before" note="You are no auditor there any more. Receipts and results stay yours.">
      <Sheet>
        <ul aria-label="Studies you judged in before">
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
      <Pager label="Pages of studies you judged in before" words={words} newer={first} older={next} />
    </Section>
  );
}
