import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { Sheet, SheetBody, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { tableAddress } from "#components/ui/study-addresses.ts";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import * as t from "#messages/policy.ts";
import { formatPoints } from "#server/format.ts";
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
        <SheetBody className="text-ink-2">{t.noneRemembered()}</SheetBody>
      </Sheet>
    );
  }
  const [first, rest] = [verdicts.slice(0, shownAtOnce), verdicts.slice(shownAtOnce)];
  return (
    <Sheet ruled>
      <SheetHeader>
        <h3 className="text-base">{t.rememberedTitle()}</h3>
        <KindBadge kind="exact" />
      </SheetHeader>
      <SheetBody className="pt-0">
        <p className="max-w-measure">{changedWords(remembered)}</p>
      </SheetBody>
      <VerdictTable caption={t.rememberedTable()} verdicts={first} />
      {rest.length > 0 && (
        <details className="border-t border-hair">
          <summary className="min-h-9 cursor-pointer px-4 py-2 text-accent md:px-6">
            {t.olderVerdicts({ count: rest.length })}
          </summary>
          <VerdictTable caption={t.olderTable()} verdicts={rest} />
        </details>
      )}
      <SheetFooter>
        {t.rememberedNote({ limit })}{" "}
        <a href={tableAddress(studyId, "verdicts")} download>
          {t.csvVerdicts({ more: (text) => <span className="sr-only">{text}</span> })}
        </a>
      </SheetFooter>
    </Sheet>
  );
}

function VerdictTable({ caption, verdicts }: { caption: string; verdicts: readonly RememberedVerdict[] }) {
  const head = (
    <tr>
      <HeaderCell>{t.rejected()}</HeaderCell>
      <HeaderCell>{t.effect()}</HeaderCell>
      <HeaderCell numeric>{t.apartThen()}</HeaderCell>
      <HeaderCell numeric>{t.apartInPolicy()}</HeaderCell>
    </tr>
  );
  return (
    <Table caption={caption} head={head} fold>
      {verdicts.map((verdict) => (
        <Row key={`${verdict.round}/${verdict.high}/${verdict.low}`}>
          <RowHead>{verdictName(verdict)}</RowHead>
          <Cell label={t.effect()} className={verdict.isBinding ? "font-[560]" : "text-ink-2"}>
            {effectWords(verdict)}
          </Cell>
          <Cell label={t.apartThen()} numeric>
            {formatPoints(verdict.gapThen)}
          </Cell>
          <Cell label={t.apartInPolicy()} numeric>
            {formatPoints(verdict.gapNow)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
