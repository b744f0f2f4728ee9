import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { EmptySheet, Sheet, SheetBody, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { tableAddress } from "#components/ui/study-addresses.ts";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/policy.ts";
import { formatPoints } from "#server/format.ts";
import type {
  RememberedVerdicts as Remembered,
  RememberedVerdict,
} from "#server/results/policy/read-verdicts.ts";
import { changedWords, effectWords, expiryWords, verdictName } from "./verdict-words.ts";

const shownAtOnce = 5;

/** Every difference that the panel rejected, and its present effect on the policy. */
export function RememberedVerdictsSection({
  studyId,
  remembered,
}: {
  studyId: string;
  remembered: Remembered;
}) {
  const { verdicts, limit, rememberFor } = remembered;
  if (verdicts.length === 0) {
    return <EmptySheet>{t.noneRemembered()}</EmptySheet>;
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
        {t.rememberedNote({ limit, rounds: rememberFor ?? 0 })}{" "}
        <a href={tableAddress(studyId, "remembered")} download>
          {t.csvVerdicts({ more: (text) => <span className="sr-only">{text}</span> })}
        </a>
      </SheetFooter>
    </Sheet>
  );
}

function VerdictTable({ caption, verdicts }: { caption: string; verdicts: readonly RememberedVerdict[] }) {
  const canExpire = verdicts.some(({ openingsLeft }) => openingsLeft !== null);
  return (
    <DataTable
      caption={caption}
      fold
      rows={verdicts}
      keyOf={({ round, high, low }) => `${round}/${high}/${low}`}
      columns={[
        [t.rejected(), verdictName],
        [
          t.effect(),
          (verdict) => (
            <span className={verdict.isBinding ? "font-[560]" : "text-ink-2"}>{effectWords(verdict)}</span>
          ),
        ],
        ...(canExpire ? [[t.expires(), expiryWords] as const] : []),
        [t.apartThen(), ({ gapThen }) => formatPoints(gapThen), { numeric: true }],
        [t.apartInPolicy(), ({ gapNow }) => formatPoints(gapNow), { numeric: true }],
      ]}
    />
  );
}
