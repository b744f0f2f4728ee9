import Link from "next/link";
import { Section, Sheet } from "#components/ui/sheet.tsx";

/** Studies in which somebody judged once: the way to receipts and results. */
export function JudgedBefore({ studies }: { studies: readonly { id: string; name: string }[] }) {
  return (
    <Section title="Judged before" note="You are no auditor there any more. Receipts and results stay yours.">
      <Sheet>
        <ul aria-label="Studies you judged in before">
          {studies.map(({ id, name }) => (
            <li
              key={id}
              className="flex min-h-12 items-center border-b border-hair px-4 py-2 last:border-b-0 md:px-6"
            >
              <Link href={`/studies/${id}/judge`}>{name}</Link>
            </li>
          ))}
        </ul>
      </Sheet>
    </Section>
  );
}
