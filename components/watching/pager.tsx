import { ArrowLeft, ArrowRight } from "lucide-react";
import { ButtonLink } from "#components/ui/button.tsx";
import { watchAddress } from "./addresses.ts";

/** To newer and older rounds. */
export function Pager({
  studyId,
  newer,
  older,
  roundCount,
}: {
  studyId: string;
  newer: number | null;
  older: number | null;
  roundCount: number;
}) {
  if (newer === null && older === null) return null;
  const to = (before: number) =>
    `${watchAddress(studyId)}${before > roundCount ? "" : `?before=${before}`}#rounds`;
  return (
    <nav aria-label="Pages of rounds" className="mt-4 flex justify-between gap-4">
      {newer === null ? (
        <span />
      ) : (
        <ButtonLink small href={to(newer)}>
          <ArrowLeft aria-hidden />
          Newer rounds
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink small href={to(older)}>
          Older rounds
          <ArrowRight aria-hidden />
        </ButtonLink>
      )}
    </nav>
  );
}
