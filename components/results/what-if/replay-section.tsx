import { countOfTotal, rangeInHundred } from "#components/results/panel/finding-words.ts";
import { Button } from "#components/ui/button.tsx";
import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { ProgressBar } from "#components/ui/files/progress-bar.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { Sheet, SheetBody, SheetHeader } from "#components/ui/sheet.tsx";
import { Cell, DataTable, HeaderCell, RowHead, Table } from "#components/ui/table.tsx";
import * as t from "#messages/whatIf.ts";
import type { WhatIfSetting } from "#server/analysis/what-if/redecide.ts";
import type { RegretEstimate } from "#server/analysis/what-if/regret.ts";
import { formatFixed, formatNumber, formatPerHundred, formatPoints } from "#server/format.ts";
import type { WhatIfView } from "#server/results/what-if/read-what-if.ts";
import type { Replayed } from "./messages.ts";
import { costInWords, notReplayed, unknownInWords } from "./replay-words.ts";
import { replayKey, type useReplay } from "./use-replay.ts";
import type { LoadedRounds } from "./use-rounds.ts";
import { lossFigure, settingInShort } from "./what-if-words.ts";

type Learner = NonNullable<WhatIfView["learner"]>;

/** Replays of the history under other settings, with their results. */
export function ReplaySection({
  learner,
  own,
  setting,
  loaded: { rounds, prepared },
  replay: { stage, replays, start, cancel },
}: {
  learner: Learner;
  own: { readonly alpha: string };
  /** null if it is not valid. */
  setting: WhatIfSetting | null;
  loaded: LoadedRounds;
  replay: ReturnType<typeof useReplay>;
}) {
  const people = rounds.reduce((sum, { chances }) => sum + chances.length, 0);
  const refusal = notReplayed(learner, { rounds: rounds.length, people });
  const isIdle = stage.state === "idle" || stage.state === "failed";
  const last = replays.at(-1);
  const nameOf = (one: WhatIfSetting) => settingInShort(one, prepared.seats, own.alpha);
  const every = Array.from(
    { length: prepared.mostSeats },
    (_, index): WhatIfSetting => ({
      alpha: setting?.alpha ?? own.alpha,
      rule: { kind: "at-least", flags: index + 1 },
    }),
  );
  if (refusal !== null) return <p className="max-w-measure text-ink-2">{refusal}</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="max-w-measure">{t.replayIntro()}</p>
      {isIdle ? (
        <div className="grid gap-3">
          <div className="flex flex-wrap gap-2">
            <Button look="act" disabled={setting === null} onClick={() => setting && void start([setting])}>
              {t.replayThis()}
            </Button>
            <Button disabled={setting === null} onClick={() => void start(every)}>
              {t.replayEach({ most: prepared.mostSeats })}
            </Button>
          </div>
        </div>
      ) : (
        <Sheet ruled>
          <SheetBody className="grid gap-3">
            {stage.state === "reading" ? (
              <ProgressBar done={stage.done} total={rounds.length} what={t.historyRead()} />
            ) : (
              <ProgressBar done={stage.done} total={stage.total} what={t.roundsReplayed()} />
            )}
            <div>
              <Button onClick={cancel}>{t.cancel()}</Button>
            </div>
          </SheetBody>
        </Sheet>
      )}
      <ResearchDetails about={t.aboutReplays()}>
        <p className="max-w-measure text-sm text-ink-2">
          {costInWords(learner, rounds.length)} {t.replayCaveat()}{" "}
          {prepared.hasTolerances && t.replayTolerances()}
        </p>
      </ResearchDetails>
      {stage.state === "failed" && <Notice tone="bad" live title={stage.why} />}
      {last !== undefined && (
        <Sheet ruled>
          <SheetHeader>
            <h3>{t.replayed()}</h3>
            <KindBadge kind="computed" />
          </SheetHeader>
          <ReplayedTable {...{ replays, nameOf }} />
          <RegretTable {...{ replays, nameOf }} />
          <SheetBody className="text-sm text-ink-2">
            <p role="status">
              {nameOf(last.setting)}: {unknownInWords(last)}
              {last.endedBy !== null && ` ${t.endsBefore({ round: last.endedBy })}`}
            </p>
          </SheetBody>
        </Sheet>
      )}
    </div>
  );
}

/**
 * Table of replays: how many more decisions than a fixed rule each got wrong (estimated), and how many rounds had a
 * report (counted).
 */
function RegretTable({ replays, nameOf }: NamedReplays) {
  if (replays.every(({ regrets }) => regrets === null)) return null;
  return (
    <div className="border-t border-hair">
      <SheetHeader>
        <h3>{t.regretTitle()}</h3>
        <KindBadge kind="estimated" />
      </SheetHeader>
      <DataTable
        caption={t.regretTable()}
        rows={replays.filter(({ regrets }) => regrets !== null)}
        keyOf={({ setting }) => replayKey(setting)}
        columns={[
          [t.setting(), ({ setting }) => nameOf(setting), { className: "whitespace-nowrap" }],
          [t.regretRounds(), ({ regrets }) => regrets?.rounds, { numeric: true }],
          [t.regretNone(), ({ regrets }) => regrets?.toNone && regretFigure(regrets.toNone), figure],
          [t.regretAll(), ({ regrets }) => regrets?.toAll && regretFigure(regrets.toAll), figure],
          [t.regretBest(), ({ regrets }) => regrets?.toBest && regretFigure(regrets.toBest), figure],
        ]}
      />
      <div className="px-4 pb-4 text-sm text-ink-2 md:px-6">
        <ResearchDetails about={t.aboutRegret()}>
          <p>{t.regretMeaning()}</p>
        </ResearchDetails>
      </div>
    </div>
  );
}

const figure = { numeric: true, className: "whitespace-nowrap" } as const;

function regretFigure({ errors, interval }: RegretEstimate): string {
  const value = formatFixed(errors, 1);
  if (interval === null) return value;
  return t.withRange({ value, low: formatFixed(interval.low, 1), high: formatFixed(interval.high, 1) });
}

const roundsShown = 200;

type NamedReplays = {
  replays: readonly Replayed[];
  /** Describes a setting by what distinguishes it. */
  nameOf: (setting: Replayed["setting"]) => string;
};

/** Table with a row for each replay, and the rounds of the newest one. */
function ReplayedTable({ replays, nameOf }: NamedReplays) {
  const last = replays.at(-1);
  return (
    <>
      <Table
        caption={t.replaysTable()}
        head={
          <tr>
            <HeaderCell>{t.setting()}</HeaderCell>
            <HeaderCell numeric>{t.roundsWithReport()}</HeaderCell>
            <HeaderCell numeric>{t.in100Rounds()}</HeaderCell>
            <HeaderCell numeric>{t.reportedPairs()}</HeaderCell>
            <HeaderCell numeric>{t.wrongIn100Short()}</HeaderCell>
            <HeaderCell numeric>{t.chancesMoved()}</HeaderCell>
          </tr>
        }
      >
        {replays.map(({ setting, summary }) => (
          <tr key={replayKey(setting)}>
            <RowHead className="whitespace-nowrap">{nameOf(setting)}</RowHead>
            {summary === null ? (
              <Cell className="text-ink-2">{t.noneReplayed()}</Cell>
            ) : (
              <>
                <Cell numeric>{countOfTotal(summary.reports, summary.rounds)}</Cell>
                <Cell numeric>{rangeInHundred(summary.interval)}</Cell>
                <Cell numeric>{formatNumber(summary.reportedPairs)}</Cell>
                <Cell numeric className="whitespace-nowrap">
                  {lossFigure(summary.loss)}
                </Cell>
                <Cell numeric>{formatPoints(summary.moved)}</Cell>
              </>
            )}
          </tr>
        ))}
      </Table>
      {last !== undefined && last.rounds.length > 0 && (
        <div className="border-t border-hair px-4 py-2 md:px-6">
          <Fold label={t.roundByRound({ setting: nameOf(last.setting) })} isLazy>
            <RoundTable rounds={last.rounds.slice(-roundsShown)} />
            {last.rounds.length > roundsShown && (
              <p className="mt-2 text-sm text-ink-2">{t.lastRounds({ count: roundsShown })}</p>
            )}
          </Fold>
        </div>
      )}
    </>
  );
}

function RoundTable({ rounds }: { rounds: Replayed["rounds"] }) {
  return (
    <DataTable
      bare
      caption={t.newestReplay()}
      rows={rounds}
      keyOf={({ number }) => number}
      columns={[
        [t.round(), ({ number }) => number],
        [t.reportedPairs(), ({ reportedPairs }) => reportedPairs, { numeric: true }],
        [t.meanChance(), ({ meanChance }) => formatPerHundred(meanChance), { numeric: true }],
        [t.chancesMoved(), ({ moved }) => formatPoints(moved), { numeric: true }],
        [t.pairsUnjudged(), ({ unjudgedCount }) => unjudgedCount, { numeric: true }],
        [t.outcomesUnknown(), ({ unknownCount }) => unknownCount, { numeric: true }],
      ]}
    />
  );
}
