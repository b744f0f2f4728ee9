import { ButtonLink } from "#components/ui/button.tsx";

/** Offer before the first round: what practice is, and a link to it. */
export function PracticeOffer({ href }: { href: string }) {
  return (
    <div className="mb-8 flex flex-wrap items-center justify-between gap-4 border border-t-2 border-hair border-t-rule bg-sheet p-4 md:p-5">
      <p className="max-w-measure">
        <b>New here?</b> Six points and a few pairs of made-up people show how judging goes: about five
        minutes, and it counts for nothing.
      </p>
      <ButtonLink href={href}>Practise first</ButtonLink>
    </div>
  );
}
