import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { Link } from "#components/ui/link.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { Sheet, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { tableAddress, whatIfAddress } from "#components/ui/study-addresses.ts";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/panelResults.ts";
import type { NeededFlags } from "#server/analysis/findings/needed-groups.ts";
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
          <h2>{t.neededTitle()}</h2>
          <p className="text-sm text-ink-2">{t.neededNote()}</p>
        </div>
        <KindBadge kind="exact" />
      </SheetHeader>
      {groups.map((group) => (
        <Group key={`${group.seatCount}/${group.neededFlags}`} group={group} isAlone={groups.length === 1} />
      ))}
      <SheetFooter>
        <Link href={whatIfAddress(studyId)} className="inline-block py-1.5">
          {t.tryOther()}
        </Link>
        <ResearchDetails about={t.aboutNeeded()}>
          <p>{t.neededExact({ isAudit })}</p>
        </ResearchDetails>
        <a href={tableAddress(studyId, "findings-needed")} download className="inline-block py-1.5">
          {t.csvNeeded({ more: (text) => <span className="sr-only">{text}</span> })}
        </a>
      </SheetFooter>
    </Sheet>
  );
}

function Group({ group, isAlone }: { group: NeededFlags; isAlone: boolean }) {
  const { seatCount, neededFlags, rounds, pairs, by } = group;
  const panel = t.panelSize({ rounds, seats: seatCount });
  return (
    <>
      {!isAlone && <h3 className="border-t border-hair px-4 pt-4 text-sm md:px-6">{panel}</h3>}
      <DataTable
        caption={t.neededTable({ seats: seatCount, panel })}
        fold
        rows={by}
        keyOf={({ needed }) => needed}
        rowClass={({ needed }) => (needed === neededFlags ? "bg-accent-soft" : undefined)}
        columns={[
          [
            t.neededFlags(),
            ({ needed }) =>
              t.neededRow({
                needed,
                seats: seatCount,
                isNow: needed === neededFlags,
                now: (text) => <span className="font-normal text-ink-2">{text}</span>,
              }),
          ],
          [
            t.roundsWithReport(),
            ({ reports }) => countOfTotal(reports, rounds),
            { numeric: true, label: t.withReport() },
          ],
          [
            t.in100Rounds(),
            ({ interval }) => rangeInHundred(interval),
            { numeric: true, label: t.in100At95() },
          ],
          [t.reportedPairs(), ({ reportedPairs }) => countOfTotal(reportedPairs, pairs), { numeric: true }],
        ]}
      />
    </>
  );
}
