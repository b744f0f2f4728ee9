import { type KindChancePoint, KindChart } from "#components/ui/charts/kind-chart.tsx";
import { tableAddress } from "#components/ui/study-addresses.ts";
import { formatCount, formatNumber, plural } from "#server/format.ts";
import type { KindsView, PeopleKind } from "#server/results/policy/read-changes.ts";
import { kindName, movedWords, noKindsWords } from "./changed-words.ts";

/** A line for each kind of people over the rounds, with the causes of its changes. */
export function KindFigures({ studyId, view }: { studyId: string; view: KindsView }) {
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
      <p className="max-w-measure text-sm text-ink-2">
        Each part is what its cause moved, step by step, in the order in which it happened: flags are what
        reported pairs did, outcomes what was recorded, estimates at closes what a close charges before
        anybody knows how it went, which outcomes then correct, and pace all else
        {view.isDrawn && ", the luck of the rules drawn among it"}. That is not what would have happened
        without a panel. A dotted line marks a round with a report.
      </p>
    </div>
  );
}

function KindFigure({ studyId, view, kind }: { studyId: string; view: KindsView; kind: PeopleKind }) {
  const points = numbered(kind);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { ends, parts } = movedWords(first.chance, last.chance, last);
  return (
    <KindChart
      title={kindName(view.rules, kind.answers)}
      note={`${formatCount(kind.personCount, "person", "people")}, mean chance in 100`}
      kind={view.isDrawn ? "estimated" : "exact"}
      points={points}
      reportedRounds={view.reportedRounds.filter((round) => round >= first.round)}
      csv={tableAddress(studyId, "kinds")}
    >
      <p>
        <b className="text-ink">{ends}</b>: {parts}.
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
  const who =
    personCount === rowCount
      ? `all ${formatNumber(rowCount)} people of the study’s file`
      : `${formatNumber(personCount)} of the ${formatNumber(rowCount)} people of the study’s file, evenly spread`;
  const split =
    rules.length === 0
      ? "No rule tells them apart."
      : `They are told apart by ${plural(rules.length, "the rule that splits", "the two rules that split")} them about most evenly.`;
  return `${formatCount(kinds.length, "kind")} made of ${who}. ${split} Chances are before the limit of a round.`;
}
