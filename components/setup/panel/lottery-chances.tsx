"use client";

import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { TableSheet } from "#components/ui/table.tsx";
import * as t from "#messages/stratifiedLot.ts";
import { formatPercent } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Panel = Outputs["panel"]["read"];

/** Each auditor's chance of being on the next panel of a stratified lot, or a button that computes the chances. */
export function LotteryChances({ studyId, panel }: { studyId: string; panel: Panel }) {
  const prepare = useChange(useTRPC().panel.prepareLottery);
  if (panel.lotteryMethod !== null) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="max-w-measure text-sm text-ink-2">
          {t.chancesNote({ isLeximin: panel.lotteryMethod === "leximin" })}
        </p>
        <TableSheet
          caption={t.chances()}
          fold={false}
          rows={panel.seats.filter(({ chance }) => chance !== null)}
          keyOf={({ id }) => id}
          columns={[
            [t.auditor(), ({ id, displayName }) => t.seatOf({ name: displayName, seat: id })],
            [t.chance(), ({ chance }) => formatPercent(chance ?? 0), { numeric: true }],
          ]}
        />
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <p className="max-w-measure text-sm text-ink-2">{t.noChances()}</p>
      <Button busy={prepare.isPending} className="w-fit" onClick={() => prepare.mutate({ studyId })}>
        {prepare.isPending ? t.computingChances() : t.computeChances()}
      </Button>
      <ErrorNotice error={prepare.error} />
    </div>
  );
}
