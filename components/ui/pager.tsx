import { ArrowLeft, ArrowRight } from "lucide-react";
import * as t from "#messages/controls.ts";
import { ButtonLink } from "./button.tsx";

/** Links to the previous page (or the first one) and the next page; null if there is none. */
export function Pager({
  label,
  newer,
  older,
  words = { back: t.newerRounds(), on: t.olderRounds() },
}: {
  label: string;
  newer: string | null;
  older: string | null;
  words?: { readonly back: string; readonly on: string };
}) {
  if (newer === null && older === null) return null;
  return (
    <nav aria-label={label} className="mt-4 flex justify-between gap-4">
      {newer === null ? (
        <span />
      ) : (
        <ButtonLink small href={newer}>
          <ArrowLeft aria-hidden />
          {words.back}
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink small href={older}>
          {words.on}
          <ArrowRight aria-hidden />
        </ButtonLink>
      )}
    </nav>
  );
}
