import type { ReactNode } from "react";
import { Sheet, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { type CellColumn, DataTable } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import * as t from "#messages/groups.ts";
import type { Interval } from "#server/analysis/findings/wilson.ts";
import type { Grouping, GroupRow, ImpactRatio } from "#server/analysis/groups/groups.ts";
import { formatFixed, formatNumber, formatPercent } from "#server/format.ts";

type GroupingProps = { grouping: Grouping; least: number };

/** Rates of selection and impact ratios of a grouping's groups. */
export function SelectionTable({ isAudit, ...props }: GroupingProps & { isAudit: boolean }) {
  return (
    <GroupTable
      {...props}
      about={t.selection()}
      columns={[
        [t.expected(), ({ expected }) => formatPercent(expected.rate), numeric],
        [t.expectedRatio(), ({ expected }) => <Ratio impact={expected.impact} />, numeric],
        !isAudit && [
          t.realised(),
          ({ drawn }) => drawn && within(formatPercent, drawn.rate, drawn.range),
          numeric,
        ],
        !isAudit && [t.realisedRatio(), ({ drawn }) => drawn && <Ratio impact={drawn.impact} />, numeric],
      ]}
    />
  );
}

/** Estimated outcomes of a grouping's groups. */
export function OutcomesTable(props: GroupingProps) {
  return (
    <GroupTable
      {...props}
      about={t.outcomes()}
      columns={[
        [t.known(), ({ outcomes }) => formatNumber(outcomes?.known ?? 0), numeric],
        [
          t.outcomeRate(),
          ({ outcomes }) => (outcomes === null ? "–" : within(formatPercent, outcomes.rate, outcomes.range)),
          numeric,
        ],
      ]}
    />
  );
}

/** How often members of a grouping's groups are in reported pairs. */
export function ReportsTable(props: GroupingProps) {
  return (
    <GroupTable
      {...props}
      about={t.reports()}
      columns={[
        [t.higher(), ({ reported: { higher } }) => within(formatNumber, higher.count, higher.range), numeric],
        [t.lower(), ({ reported: { lower } }) => within(formatNumber, lower.count, lower.range), numeric],
      ]}
    />
  );
}

const numeric = { numeric: true } as const;

function GroupTable({
  grouping: { columns: names, groups, withheldCount },
  least,
  about,
  columns,
}: GroupingProps & { about: string; columns: readonly (CellColumn<GroupRow> | false)[] }) {
  const [first = "", second] = names;
  const title = second === undefined ? first : t.crossed({ first, second });
  return (
    <Sheet ruled>
      <SheetHeader>
        <h3>{title}</h3>
      </SheetHeader>
      {groups.length > 0 && (
        <DataTable
          caption={`${about}: ${title}`}
          fold
          rows={groups}
          keyOf={({ cells }) => JSON.stringify(cells)}
          columns={[
            [t.group(), groupName],
            [t.people(), ({ people }) => formatNumber(people), numeric],
            ...columns,
          ]}
        />
      )}
      {withheldCount !== 0 && (
        <SheetFooter>
          {withheldCount === null ? t.allWithheld({ least }) : t.withheld({ count: withheldCount, least })}
        </SheetFooter>
      )}
    </Sheet>
  );
}

function groupName({ cells }: GroupRow): string {
  return cells.map((cell) => cell ?? t.unstated()).join(" · ");
}

function within(format: (value: number) => string, value: number, { low, high }: Interval): string {
  return t.within({ value: format(value), low: format(low), high: format(high) });
}

function Ratio({ impact }: { impact: ImpactRatio }): ReactNode {
  if (impact === null) return "–";
  return (
    <span>
      {formatFixed(impact.ratio, 2)}
      {impact.isBelowFourFifths && (
        <>
          {" "}
          <Tag tone="warn">{t.belowFourFifths()}</Tag>
        </>
      )}
    </span>
  );
}
