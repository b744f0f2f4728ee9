import { ArrowLeft, ArrowRight } from "lucide-react";
import { ButtonLink } from "./button.tsx";

/** The addresses of the page of newer and of older rounds; null where there is none. */
export function Pager({
  label,
  newer,
  older,
}: {
  label: string;
  newer: string | null;
  older: string | null;
}) {
  if (newer === null && older === null) return null;
  return (
    <nav aria-label={label} className="mt-4 flex justify-between gap-4">
      {newer === null ? (
        <span />
      ) : (
        <ButtonLink small href={newer}>
          <ArrowLeft aria-hidden />
          Newer rounds
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink small href={older}>
          Older rounds
          <ArrowRight aria-hidden />
        </ButtonLink>
      )}
    </nav>
  );
}
