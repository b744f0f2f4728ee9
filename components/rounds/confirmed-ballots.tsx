import * as t from "#messages/roundResult.ts";

type ConfirmedBallot = { readonly seat: string; readonly by: string };

/** Names the ballots of a closed round that came from a device which another auditor had confirmed. */
export function ConfirmedBallots({ ballots }: { ballots: readonly ConfirmedBallot[] }) {
  if (ballots.length === 0) return null;
  return (
    <ul className="max-w-measure text-sm text-ink-2">
      {ballots.map((ballot) => (
        <li key={ballot.seat}>{t.confirmedBallot(ballot)}</li>
      ))}
    </ul>
  );
}
