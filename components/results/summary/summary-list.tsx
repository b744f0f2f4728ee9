import { Link } from "#components/ui/link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import type { SummarySentence } from "./summary-words.ts";

/** The answers of a study, each with a link to its proof. */
export function SummaryList({ sentences }: { sentences: readonly SummarySentence[] }) {
  return (
    <Sheet ruled>
      <ul>
        {sentences.map(({ text, proof }) => (
          <li key={text} className="grid gap-1 border-t border-hair px-4 py-4 first:border-t-0 md:px-6">
            <p className="max-w-measure text-lg text-pretty">{text}</p>
            <p className="text-sm">
              <Link href={proof.href}>{proof.name}</Link>
            </p>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
