"use client";

import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/setupStart.ts";
import { formatMean } from "#server/format.ts";
import { type CureName, cureParts } from "#server/study/start/cures.ts";
import { useDraft } from "../draft-context.tsx";
import { cureWords, inHundred, roundsIn, type StartSummary, warningWords } from "./start-words.ts";

/** Warnings about the start, each remedy with its effect and a button that applies it. */
export function Cures({ start }: { start: StartSummary }) {
  const { draft, rules, change } = useDraft();
  const { warnings, cures } = start;
  if (warnings.length === 0 || rules === null) return null;
  const cure = (name: CureName, share: string | null) => {
    const parts = cureParts(name, draft, rules, share ?? undefined);
    if (parts !== null) change(parts);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {warnings.map((warning) => {
        const { title, why } = warningWords(warning);
        return (
          <Notice key={warning.kind} tone="warn" title={title}>
            <span className="block">{why}</span>
          </Notice>
        );
      })}
      {cures.length === 0 ? (
        <p className="text-sm text-ink-2">{t.noCure()}</p>
      ) : (
        <>
          <CureTable start={start} />
          <p className="flex flex-wrap gap-2">
            {cures.map(({ name, share }) => (
              <Button key={name} small onClick={() => cure(name, share)}>
                {cureWords(name, share)}
              </Button>
            ))}
          </p>
        </>
      )}
    </div>
  );
}

function CureTable({ start }: { start: StartSummary }) {
  const { roundSize, cures, picked, pairs, smallest, largest } = start;
  const now: StartSummary["cures"][number]["figures"] = {
    smallest,
    largest,
    picks: picked.reduce((sum, share, count) => sum + share * count, 0),
    none: picked[0] ?? 0,
    all: picked.at(-1) ?? 0,
    pairs: pairs.at(-1)?.pairs ?? 0,
  };
  const rows = [
    { words: t.leaveIt(), figures: now },
    ...cures.map(({ name, share, figures }) => ({ words: cureWords(name, share), figures })),
  ];
  const round = pairs.at(-1)?.round;
  return (
    <DataTable
      bare
      caption={t.whatEach()}
      rows={rows}
      keyOf={({ words }) => words}
      columns={[
        [t.change(), ({ words }) => words, { className: "min-w-40" }],
        [t.lowest(), ({ figures }) => inHundred(figures.smallest), { numeric: true }],
        [t.highest(), ({ figures }) => inHundred(figures.largest), { numeric: true }],
        [t.picksOf({ size: roundSize }), ({ figures }) => formatMean(figures.picks), { numeric: true }],
        [t.nonePicked(), ({ figures }) => t.in100({ count: roundsIn(figures.none) }), { numeric: true }],
        [t.allPicked(), ({ figures }) => t.in100({ count: roundsIn(figures.all) }), { numeric: true }],
        [
          round == null ? t.pairs() : t.pairsInRound({ round }),
          ({ figures }) => formatMean(figures.pairs),
          { numeric: true },
        ],
      ]}
    />
  );
}
