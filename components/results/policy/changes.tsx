import { EmptySheet } from "#components/ui/sheet.tsx";
import { tableAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/policy.ts";
import type { Changes, Ground } from "#server/results/policy/read-changes.ts";
import { ChangedPairs } from "./changed-pairs.tsx";
import { earlyWords, groundWords } from "./changed-words.ts";

/** Everything that the panel changed, or an explanation of why there is nothing yet. */
export function ChangedChances({
  studyId,
  changes: { ground, changed },
}: {
  studyId: string;
  changes: Changes;
}) {
  if (changed === null) return <TooEarly ground={ground} />;
  if (ground.reportCount === 0) {
    return <p className="max-w-measure text-lg">{t.nothingReported({ closed: ground.closedCount })}</p>;
  }
  return (
    <ChangedPairs changed={changed} ground={groundWords(ground)} csv={tableAddress(studyId, "changed")} />
  );
}

function TooEarly({ ground }: { ground: Ground }) {
  return (
    <EmptySheet>
      {t.tooEarly({ reason: earlyWords(ground), b: (text) => <b className="text-ink">{text}</b> })}
    </EmptySheet>
  );
}
