import { Section } from "#components/ui/sheet.tsx";
import { TableSheet } from "#components/ui/table.tsx";
import * as t from "#messages/overrides.ts";
import { formatNumber } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { messageKey } from "#server/locale.ts";

/** How often a person decided otherwise than the draw, by reason and direction; nothing where that never happened. */
export function OverriddenDecisions({ byReason, all }: Outputs["overrides"]["counts"]) {
  if (all.picked + all.notPicked === 0) return null;
  const rows = byReason.map(({ reason, ...counts }) => ({
    ...counts,
    words: t.reason({ reason: messageKey(reason) }),
  }));
  return (
    <Section title={t.counts()} note={t.countsNote()}>
      <TableSheet
        caption={t.counts()}
        fold={false}
        bare
        rows={[...rows.filter((row) => row.picked + row.notPicked > 0), { ...all, words: t.all() }]}
        keyOf={({ words }) => words}
        columns={[
          [t.why(), ({ words }) => words],
          [t.madePicked(), ({ picked }) => formatNumber(picked), { numeric: true }],
          [t.madeNotPicked(), ({ notPicked }) => formatNumber(notPicked), { numeric: true }],
        ]}
      />
    </Section>
  );
}
