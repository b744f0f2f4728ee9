"use client";

import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
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
    <Table
      bare
      caption={t.whatEach()}
      head={
        <tr>
          <HeaderCell>{t.change()}</HeaderCell>
          <HeaderCell numeric>{t.lowest()}</HeaderCell>
          <HeaderCell numeric>{t.highest()}</HeaderCell>
          <HeaderCell numeric>{t.picksOf({ size: roundSize })}</HeaderCell>
          <HeaderCell numeric>{t.nonePicked()}</HeaderCell>
          <HeaderCell numeric>{t.allPicked()}</HeaderCell>
          <HeaderCell numeric>{round == null ? t.pairs() : t.pairsInRound({ round })}</HeaderCell>
        </tr>
      }
    >
      {rows.map(({ words, figures }) => (
        <Row key={words}>
          <RowHead className="min-w-40">{words}</RowHead>
          <Cell numeric>{inHundred(figures.smallest)}</Cell>
          <Cell numeric>{inHundred(figures.largest)}</Cell>
          <Cell numeric>{formatMean(figures.picks)}</Cell>
          <Cell numeric>{t.in100({ count: roundsIn(figures.none) })}</Cell>
          <Cell numeric>{t.in100({ count: roundsIn(figures.all) })}</Cell>
          <Cell numeric>{formatMean(figures.pairs)}</Cell>
        </Row>
      ))}
    </Table>
  );
}
