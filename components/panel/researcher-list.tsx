import { Sheet } from "#components/ui/sheet.tsx";
import type { Outputs } from "#server/api/outputs.ts";

/** Who joined to follow the study. */
export function ResearcherList({ researchers }: { researchers: Outputs["panel"]["read"]["researchers"] }) {
  if (researchers.length === 0) return <p className="text-ink-2">Nobody yet. Invite somebody below.</p>;
  return (
    <Sheet>
      <ul aria-label="Researchers">
        {researchers.map(({ accountId, displayName }) => (
          <li
            key={accountId}
            className="flex min-h-12 items-center border-b border-hair px-4 py-2 font-[560] last:border-b-0 md:px-6"
          >
            {displayName}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
