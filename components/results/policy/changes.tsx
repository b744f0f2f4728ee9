import { type KindChancePoint, KindChart } from "#components/ui/charts/kind-chart.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { tableAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/policy.ts";
import { formatPerHundred, formatPointsChange } from "#server/format.ts";
import type { Changes, Ground, KindsView, PeopleKind } from "#server/results/policy/read-changes.ts";
import { ChangedPairs } from "./changed-pairs.tsx";
import { earlyWords, groundWords, kindName, noKindsWords } from "./changed-words.ts";

/** Everything that the panel changed, or an explanation of why there is nothing yet. */
export function ChangedChances({
  studyId,
  changes: { ground, seen },
}: {
  studyId: string;
  changes: Changes;
}) {
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
      <ResearchDetails about={t.aboutKinds()} isNamed>
        <KindFigures studyId={studyId} view={seen.kinds} />
      </ResearchDetails>
    </div>
  );
}

function TooEarly({ ground }: { ground: Ground }) {
  return (
    <Sheet>
      <SheetBody className="max-w-measure text-ink-2">
        {t.tooEarly({ reason: earlyWords(ground), b: (text) => <b className="text-ink">{text}</b> })}
      </SheetBody>
    </Sheet>
  );
}

function NothingReported({ ground: { closedCount } }: { ground: Ground }) {
  return <p className="max-w-measure text-lg">{t.nothingReported({ closed: closedCount })}</p>;
}

/** A line for each kind of people over the rounds, with the causes of its changes. */
function KindFigures({ studyId, view }: { studyId: string; view: KindsView }) {
  const known = view.kinds.filter(({ points }) => points.length > 1);
  if (known.length === 0) {
    return <p className="text-ink-2">{noKindsWords(view)}</p>;
  }
  return (
    <div className="grid min-w-0 gap-4">
      <p className="max-w-measure text-sm text-ink-2">{kindsWords(view)}</p>
      <div className="grid gap-6 lg:grid-cols-2">
        {known.map((kind) => (
          <KindFigure key={kind.answers.join()} studyId={studyId} view={view} kind={kind} />
        ))}
      </div>
      <p className="max-w-measure text-sm text-ink-2">{t.kindCauses({ isDrawn: view.isDrawn })}</p>
    </div>
  );
}

function KindFigure({ studyId, view, kind }: { studyId: string; view: KindsView; kind: PeopleKind }) {
  const points = numbered(kind);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <KindChart
      title={kindName(view.rules, kind.answers)}
      note={t.kindNote({ count: kind.personCount })}
      kind={view.isDrawn ? "estimated" : "exact"}
      points={points}
      reportedRounds={view.reportedRounds.filter((round) => round >= first.round)}
      csv={tableAddress(studyId, "kinds")}
    >
      <p>
        {t.kindMoved({
          before: formatPerHundred(first.chance),
          latest: formatPerHundred(last.chance),
          flags: formatPointsChange(last.flags),
          outcomes: formatPointsChange(last.outcomes),
          closes: formatPointsChange(last.closes),
          rest: formatPointsChange(last.rest),
          b: (text) => <b className="text-ink">{text}</b>,
        })}
      </p>
    </KindChart>
  );
}

/** Numbers the points. The policy with which no round was opened yet comes one round later. */
function numbered({ points }: PeopleKind): KindChancePoint[] {
  const last = points.findLast(({ round }) => round !== null)?.round ?? 0;
  return points.map(({ round, ...point }) => ({
    ...point,
    round: round ?? last + 1,
    isNext: round === null,
  }));
}

function kindsWords({ rules, personCount, rowCount, kinds }: KindsView): string {
  const made = { kinds: kinds.length, people: personCount, rows: rowCount, isAll: personCount === rowCount };
  return `${t.kindsMadeOf(made)} ${t.kindsSplit({ rules: rules.length })}`;
}
