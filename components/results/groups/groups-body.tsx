import type { ReactNode } from "react";
import { EntryLink } from "#components/results/data/entry-link.tsx";
import { Submit } from "#components/ui/button.tsx";
import { KindBadge, type NumberKind } from "#components/ui/charts/kind-badge.tsx";
import { Field } from "#components/ui/field.tsx";
import { Link } from "#components/ui/link.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { dataAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/groups.ts";
import * as summary from "#messages/summary.ts";
import type { GroupFigures } from "#server/analysis/groups/groups.ts";
import { permutation } from "#server/analysis/groups/reported-people.ts";
import { OutcomesTable, ReportsTable, SelectionTable } from "./group-tables.tsx";

/** Figures of groups: selection, outcomes and reported pairs, each with what it does not say. */
export function GroupsBody({
  studyId,
  seq,
  isAudit,
  figures,
}: {
  studyId: string;
  /** The last log entry that the figures include. */
  seq: number;
  isAudit: boolean;
  figures: GroupFigures;
}) {
  const { groupings, least, personCount, roundCount, erasedCount } = figures;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="grid gap-4">
        <p>{t.counted({ people: personCount, rounds: roundCount, erased: erasedCount })}</p>
        <LeastForm least={least} />
      </div>
      <Part
        title={t.selection()}
        note={isAudit ? `${t.selectionAdds()} ${t.noDraws()}` : t.selectionAdds()}
        kind="exact"
        computed={t.selectionComputed()}
      >
        {groupings.map((grouping) => (
          <SelectionTable key={grouping.columns.join()} {...{ grouping, least, isAudit }} />
        ))}
      </Part>
      {!isAudit && (
        <Part title={t.outcomes()} note={t.outcomesAdds()} kind="estimated" computed={t.outcomesComputed()}>
          {groupings.map((grouping) => (
            <OutcomesTable key={grouping.columns.join()} {...{ grouping, least }} />
          ))}
        </Part>
      )}
      <Part
        title={t.reports()}
        note={t.reportsAdds()}
        kind="exact"
        computed={t.reportsComputed({ count: permutation.count, seed: String(permutation.seed) })}
      >
        {groupings.map((grouping) => (
          <ReportsTable key={grouping.columns.join()} {...{ grouping, least }} />
        ))}
      </Part>
      <p className="text-sm text-ink-2">
        {t.readTable({ a: (text) => <Link href={dataAddress(studyId)}>{text}</Link> })}{" "}
        {summary.computedUpTo({
          entry: () => <EntryLink studyId={studyId} seq={seq} what={summary.endOfLog()} />,
        })}
      </p>
    </div>
  );
}

function Part({
  title,
  note,
  kind,
  computed,
  children,
}: {
  title: string;
  note: string;
  kind: NumberKind;
  computed: string;
  children: ReactNode;
}) {
  return (
    <section className="min-w-0 border-t-2 border-rule pt-5">
      <h2>
        {title} <KindBadge kind={kind} />
      </h2>
      <p className="mt-1 max-w-measure text-sm text-ink-2">{note}</p>
      <ResearchDetails about={t.about()}>
        <p className="max-w-measure text-sm text-ink-2">{computed}</p>
      </ResearchDetails>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
    </section>
  );
}

/** The number of people below which groups are withheld; it is in the page's address. */
function LeastForm({ least }: { least: number }) {
  return (
    <form method="get" className="flex flex-wrap items-end gap-3">
      <Field
        label={t.least()}
        name="least"
        type="number"
        min={1}
        max={1_000}
        required
        defaultValue={least}
        className="w-72"
      />
      <Submit act={t.apply()} />
    </form>
  );
}
