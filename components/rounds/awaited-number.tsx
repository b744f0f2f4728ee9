import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/rounds.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { LookAgain } from "./look-again.tsx";

type PublicNumber = NonNullable<Outputs["rounds"]["board"]["publicNumber"]>;

/** Public number that a round's lot or draw awaits, for operators and researchers. */
export function AwaitedNumber({ number }: { number: PublicNumber }) {
  const { beaconRound, dueAt, trouble, isNamedAtOpening, isForPanel } = number;
  return (
    <Notice
      tone={trouble === null ? "info" : "warn"}
      title={t.drawWaits({ what: isForPanel ? "panel" : "draw", number: beaconRound, time: clock(dueAt) })}
    >
      {trouble !== null && `${t.beaconTrouble({ kind: trouble })} ${t.stillAsking()} `}
      {isForPanel ? t.panelWaitsNote() : t.drawWaitsNote({ isNamed: isNamedAtOpening })}
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
        {t.drawRestsOn({ number: beaconRound, time: clock(dueAt), isNamed: isNamedAtOpening })}{" "}
        {address !== null && (
          <a href={address} rel="noreferrer">
            {t.lookUpNumber()}
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
