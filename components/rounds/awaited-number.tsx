import { Notice } from "#components/ui/notice.tsx";
import { formatNumber } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { LookAgain } from "./look-again.tsx";

type PublicNumber = NonNullable<Outputs["rounds"]["board"]["publicNumber"]>;

/** Public number that a round's draw awaits, for operators and researchers. */
export function AwaitedNumber({ number }: { number: PublicNumber }) {
  const { beaconRound, dueAt, trouble, isNamedAtOpening } = number;
  return (
    <Notice
      tone={trouble === null ? "info" : "warn"}
      title={`The draw waits for the public number ${formatNumber(beaconRound)}, due at ${clock(dueAt)} (UTC).`}
    >
      {trouble !== null && `${trouble} This server goes on asking. `}
      {isNamedAtOpening
        ? "It was named when the round opened. Until it is out the round cannot be closed."
        : "The ballots are frozen: none can be sealed or changed any more, so nobody can choose what is drawn. The round closes by itself; you need not stay on this page."}
      <LookAgain from={dueAt} />
    </Notice>
  );
}

/** Public number that a draw used, and where anyone can look it up. */
export function RestedOn({ number }: { number: PublicNumber }) {
  const { beaconRound, dueAt, signature, address, isNamedAtOpening } = number;
  if (signature === null) return null;
  return (
    <div className="grid gap-1 text-sm text-ink-2">
      <p>
        The draw rests on the public number {formatNumber(beaconRound)}, which came out at {clock(dueAt)}{" "}
        (UTC), after{" "}
        {isNamedAtOpening ? "the round had been opened" : "the ballots could not change any more"}.{" "}
        {address !== null && (
          <a href={address} rel="noreferrer">
            Look it up at the beacon
          </a>
        )}
      </p>
      <p>
        <code className="font-mono text-xs [overflow-wrap:anywhere]">{signature}</code>
      </p>
    </div>
  );
}

/** Formats a time to the second, equal on server and in browsers: "12:03:10". */
function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}
