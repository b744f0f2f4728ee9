import { ButtonLink } from "#components/ui/button.tsx";
import * as t from "#messages/myRounds.ts";

/** Offer before the first round: what practice is, and a link to it. */
export function PracticeOffer({ href }: { href: string }) {
  return (
    <div className="mb-8 flex flex-wrap items-center justify-between gap-4 border border-t-2 border-hair border-t-rule bg-sheet p-4 md:p-5">
      <p className="max-w-measure">{t.newHere({ b: (text) => <b>{text}</b> })}</p>
      <ButtonLink href={href}>{t.practiseFirst()}</ButtonLink>
    </div>
  );
}
