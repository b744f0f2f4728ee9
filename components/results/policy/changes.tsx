import { Link } from "#components/ui/link.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { policyAddress, tableAddress } from "#components/ui/study-addresses.ts";
import { formatCount } from "#server/format.ts";
import type { Changes, Ground } from "#server/results/policy/read-changes.ts";
import { ChangedPairs } from "./changed-pairs.tsx";
import { changedSentences, earlyWords, groundWords, leftOutWords } from "./changed-words.ts";
import { KindFigures } from "./kind-figures.tsx";

/** Everything that the panel changed, or an explanation of why there is nothing yet. */
export function ChangesInFull({ studyId, changes: { ground, seen } }: { studyId: string; changes: Changes }) {
  if (seen === null) return <TooEarly ground={ground} />;
  return (
    <div className="grid gap-8">
      {ground.reportCount === 0 ? (
        <NothingReported ground={ground} />
      ) : (
        <ChangedPairs
          changed={seen.changed}
          ground={groundWords(ground)}
          csv={tableAddress(studyId, "changed")}
        />
      )}
      <KindFigures studyId={studyId} view={seen.kinds} />
    </div>
  );
}

/** Summary of the changes in one sentence, for other pages. */
export function ChangesInShort({
  studyId,
  changes: { ground, seen },
}: {
  studyId: string;
  changes: Changes;
}) {
  if (seen === null) return <TooEarly ground={ground} />;
  return (
    <div className="grid gap-3">
      {ground.reportCount === 0 ? (
        <NothingReported ground={ground} />
      ) : (
        <p className="max-w-measure text-lg">
          {changedSentences(seen.changed).join(" ") || leftOutWords(seen.changed)}
        </p>
      )}
      <p className="text-sm text-ink-2">{groundWords(ground)}</p>
      <p className="text-sm">
        <Link href={`${policyAddress(studyId)}#changed`}>Pair by pair, and by kinds of people</Link>
      </p>
    </div>
  );
}

function TooEarly({ ground }: { ground: Ground }) {
  return (
    <Sheet>
      <SheetBody className="max-w-measure text-ink-2">
        <b className="text-ink">Too early to see.</b> {earlyWords(ground)}
      </SheetBody>
    </Sheet>
  );
}

function NothingReported({ ground: { closedCount } }: { ground: Ground }) {
  return (
    <p className="max-w-measure text-lg">
      No pair was reported in {formatCount(closedCount, "closed round")}, so no flag has moved a chance.
    </p>
  );
}
