import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { Link } from "#components/ui/link.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { Sheet, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { tableAddress, whatIfAddress } from "#components/ui/study-addresses.ts";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import type { NeededFlags } from "#server/analysis/findings/needed-groups.ts";
import { formatCount } from "#server/format.ts";
import { countOfTotal, rangeInHundred } from "./finding-words.ts";

/** Stored flags, counted for every possible number of needed flags; panels of different sizes separately. */
export function NeededTable({
  studyId,
  groups,
  isAudit,
}: {
  studyId: string;
  groups: readonly NeededFlags[];
  isAudit: boolean;
}) {
  return (
    <Sheet ruled>
      <SheetHeader>
        <div>
          <h2>Had other flags been needed</h2>
          <p className="text-sm text-ink-2">The same stored flags counted anew; intervals are estimated</p>
        </div>
        <KindBadge kind="exact" />
      </SheetHeader>
      {groups.map((group) => (
        <Group key={`${group.seatCount}/${group.neededFlags}`} group={group} isAlone={groups.length === 1} />
      ))}
      <SheetFooter>
        <Link href={whatIfAddress(studyId)}>Try other settings</Link>{" "}
        <ResearchDetails about="needed flags">
          <p>
            Exact for the rounds that were played.{" "}
            {isAudit
              ? "The chances are fixed, so another number would not have changed what the panel saw."
              : "Later chances were learned from reports: another number would also have changed later rounds, which this table leaves out."}
          </p>
        </ResearchDetails>
        <a href={tableAddress(studyId, "findings-needed")} download>
          CSV<span className="sr-only"> of “Had other flags been needed”</span>
        </a>
      </SheetFooter>
    </Sheet>
  );
}

function Group({ group, isAlone }: { group: NeededFlags; isAlone: boolean }) {
  const { seatCount, neededFlags, rounds, pairs, by } = group;
  const panel = `${formatCount(rounds, "round")} with ${formatCount(seatCount, "seat")}`;
  const head = (
    <tr>
      <HeaderCell>Needed flags</HeaderCell>
      <HeaderCell numeric>Rounds with a report</HeaderCell>
      <HeaderCell numeric>In 100 rounds, 95 %</HeaderCell>
      <HeaderCell numeric>Reported pairs</HeaderCell>
    </tr>
  );
  return (
    <>
      {!isAlone && <h3 className="border-t border-hair px-4 pt-4 text-sm md:px-6">{panel}</h3>}
      <Table caption={`Needed flags from 1 to ${seatCount}: ${panel}`} head={head} fold>
        {by.map(({ needed, reports, reportedPairs, interval }) => (
          <Row key={needed} className={needed === neededFlags ? "bg-accent-soft" : undefined}>
            <RowHead>
              {needed} of {seatCount}
              {needed === neededFlags && <span className="font-normal text-ink-2"> as it was</span>}
            </RowHead>
            <Cell label="With a report" numeric>
              {countOfTotal(reports, rounds)}
            </Cell>
            <Cell label="In 100, 95 %" numeric>
              {rangeInHundred(interval)}
            </Cell>
            <Cell label="Reported pairs" numeric>
              {countOfTotal(reportedPairs, pairs)}
            </Cell>
          </Row>
        ))}
      </Table>
    </>
  );
}
