import { ButtonLink } from "#components/ui/button.tsx";

/** To older events, and back to the newest; a cursor knows no page between. */
export function OlderNewest({ newest, older }: { newest: string | null; older: string | null }) {
  if (newest === null && older === null) return null;
  return (
    <nav aria-label="Pages of events" className="mt-4 flex justify-between gap-4">
      {newest === null ? (
        <span />
      ) : (
        <ButtonLink small href={newest}>
          Newest events
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink small href={older}>
          Older events
        </ButtonLink>
      )}
    </nav>
  );
}
