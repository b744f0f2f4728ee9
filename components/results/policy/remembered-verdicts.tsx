import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { Sheet, SheetBody, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { tableAddress } from "#components/ui/study-addresses.ts";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { formatPoints, plural } from "#server/format.ts";
import type {
  RememberedVerdicts as Remembered,
  RememberedVerdict,
} from "#server/results/policy/read-verdicts.ts";
import { changedWords, effectWords, verdictName } from "./verdict-words.ts";

const shownAtOnce = 5;

/** Every difference that the panel rejected, and its present effect on the policy. */
export function RememberedVerdictsSection({
  studyId,
  remembered,
}: {
  studyId: string;
  remembered: Remembered;
}) {
  const { verdicts, limit } = remembered;
  if (verdicts.length === 0) {
    return (
      <Sheet>
        <SheetBody className="text-ink-2">No reported pair is remembered yet.</SheetBody>
      </Sheet>
    );
  }
  const [first, rest] = [verdicts.slice(0, shownAtOnce), verdicts.slice(shownAtOnce)];
  return (
    <Sheet ruled>
      <SheetHeader>
        <h3 className="text-base">Remembered verdicts</h3>
        <KindBadge kind="exact" />
      </SheetHeader>
      <SheetBody className="pt-0">
        <p className="max-w-measure">{changedWords(remembered)}</p>
      </SheetBody>
      <VerdictTable caption="Remembered verdicts, newest first" verdicts={first} />
      {rest.length > 0 && (
        <details className="border-t border-hair">
          <summary className="min-h-9 cursor-pointer px-4 py-2 text-accent md:px-6">
            {rest.length} older {plural(rest.length, "one")}
          </summary>
          <VerdictTable caption="Older remembered verdicts" verdicts={rest} />
        </details>
      )}
      <SheetFooter>
        Each reported pair is remembered, and changes the policy while its two people lie further apart than
        it asks. Differences are in points of 100, in the policy itself, before the limit of a round. At most{" "}
        {limit} verdicts are remembered: of more, those with the least effect are dropped. Erasing a person
        removes their verdicts; the effect on the policy stays.{" "}
        <a href={tableAddress(studyId, "verdicts")} download>
          CSV<span className="sr-only"> of the remembered verdicts</span>
        </a>
      </SheetFooter>
    </Sheet>
  );
}

function VerdictTable({ caption, verdicts }: { caption: string; verdicts: readonly RememberedVerdict[] }) {
  const head = (
    <tr>
      <HeaderCell>Rejected by the panel</HeaderCell>
      <HeaderCell>What it still does</HeaderCell>
      <HeaderCell numeric>Apart then</HeaderCell>
      <HeaderCell numeric>Apart in the policy</HeaderCell>
    </tr>
  );
  return (
    <Table caption={caption} head={head} fold>
      {verdicts.map((verdict) => (
        <Row key={`${verdict.round}/${verdict.high}/${verdict.low}`}>
          <RowHead>{verdictName(verdict)}</RowHead>
          <Cell label="What it still does" className={verdict.isBinding ? "font-[560]" : "text-ink-2"}>
            {effectWords(verdict)}
          </Cell>
          <Cell label="Apart then" numeric>
            {formatPoints(verdict.gapThen)}
          </Cell>
          <Cell label="Apart in the policy" numeric>
            {formatPoints(verdict.gapNow)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
