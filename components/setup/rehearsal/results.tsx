"use client";

import { Drama } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { FigureWords, figureLook } from "#components/ui/charts/figure-words.tsx";
import { HowComputed } from "#components/ui/how-computed.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { simulationsAddress } from "#components/ui/study-addresses.ts";
import { type CellColumn, DataTable } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import * as t from "#messages/setupRehearsal.ts";
import * as strictness from "#messages/setupStrictness.ts";
import { formatNumber } from "#server/format.ts";
import type { RehearsalResult, RehearsedSetting } from "#server/simulation/rehearsal/result.ts";
import { rehearsedSettings } from "#server/simulation/rehearsal/settings.ts";
import { assumedPanels } from "#server/simulation/rehearsal/strictness.ts";
import type { Figure } from "#server/simulation/results.ts";
import { checkpointsOf } from "#server/simulation/series.ts";
import { useDraft } from "../draft-context.tsx";
import { inHundred } from "../start/start-words.ts";
import { PanelsTable } from "./panels-table.tsx";
import { shownCellWords } from "./person-words.ts";
import {
  changeWords,
  endSentences,
  figureRows,
  type RehearsalRow,
  settingLabel,
  settingName,
  yardstickSentence,
} from "./rehearsal-words.ts";
import { ReportsCurve } from "./reports-curve.tsx";

/** Results of a rehearsal, one setting below the other. */
export function Results({ result, isCurrent }: { result: RehearsalResult; isCurrent: boolean }) {
  const { studyId } = useDraft();
  const { runs, seconds, settings, lookedAt, count, fitted, panels } = result;
  return (
    <section
      aria-labelledby="rehearsed"
      className="grid grid-cols-[minmax(0,1fr)] gap-6 mb-10 border-b-2 border-rule pb-8"
    >
      <h2 id="rehearsed">{t.results()}</h2>
      {!isCurrent && (
        <Notice tone="warn" title={t.draftChanged()}>
          {t.draftChangedNote()}
        </Notice>
      )}
      <div role="status" className="grid gap-1">
        {[...endSentences(result), yardstickSentence(result)].map((sentence) => (
          <p key={sentence} className="max-w-measure text-lg">
            {sentence}
          </p>
        ))}
      </div>
      <PanelsTable
        panels={panels}
        rounds={settings[0]?.points.length ?? 0}
        isFitted={fitted !== null}
        note={strictness.panelsNote({
          ...assumedPanels,
          hasFit: fitted !== null,
          ...(fitted ?? { points: 0, low: 0, high: 0 }),
        })}
      />
      {settings.map((setting, place) => (
        <SettingSheet key={settingName(place)} {...{ setting, place, seconds }} />
      ))}
      <div>
        <HowComputed>
          <p>
            {t.estimates({ runs })} {t.order({ isPart: lookedAt < count, lookedAt, count })}
          </p>
        </HowComputed>
      </div>
      <ExamplesTable result={result} />
      <p className="max-w-measure text-sm text-ink-2">
        {t.saved({ link: (text) => <Link href={simulationsAddress(studyId)}>{text}</Link> })}
      </p>
    </section>
  );
}

function SettingSheet({
  setting,
  place,
  seconds,
}: {
  setting: RehearsedSetting;
  place: number;
  seconds: number;
}) {
  const { draft, change } = useDraft();
  const name = settingName(place);
  const chosen = setting.change === null ? null : rehearsedSettings(draft.settings, setting.change);
  return (
    <Sheet ruled className="min-w-0">
      <SheetHeader>
        <h3>{name}</h3>
        <Tag tone="replayed" icon={Drama}>
          {t.simulated()}
        </Tag>
        <p className="w-full text-sm text-ink-2">{changeWords(setting.change)}</p>
      </SheetHeader>
      <ReportsCurve setting={setting} name={name} />
      <DataTable
        caption={t.tableCaption({ name })}
        rows={figureRows(setting, seconds)}
        keyOf={({ words }) => words}
        columns={[
          [t.afterRounds(), ({ words }) => words, { className: "min-w-36 font-normal" }],
          ...checkpointsOf(setting.points.length).map(
            (rounds, index): CellColumn<RehearsalRow> => [
              formatNumber(rounds),
              ({ figures, say }) => <FigureWords figure={figures[index]} say={say} />,
              figureLook,
            ],
          ),
        ]}
      />
      {chosen !== null && (
        <SheetFooter>
          <Button small onClick={() => change({ settings: chosen })}>
            {t.takeSetting({ name })}
          </Button>
        </SheetFooter>
      )}
    </Sheet>
  );
}

/** Chances of some people: before the limit, at the start and in the rounds of the tables above. */
function ExamplesTable({ result: { examples, settings, runs } }: { result: RehearsalResult }) {
  const columns = useDraft().draft.people?.columns ?? [];
  const heads = settings.flatMap((setting, place) => [
    ...(hasOwnStart(setting) ? [t.startHead({ letter: settingLabel(place) })] : []),
    ...checkpointsOf(setting.points.length).map((round) =>
      t.roundHead({ letter: settingLabel(place), round }),
    ),
  ]);
  return (
    <div>
      <h3>{t.examples({ count: examples.length })}</h3>
      <p className="mb-2 max-w-measure text-sm text-ink-2">{t.examplesNote({ runs })}</p>
      <DataTable
        bare
        caption={t.examplesCaption()}
        rows={examples.map((example, index) => ({ ...example, figures: figuresOf(settings, index) }))}
        keyOf={({ place }) => place}
        columns={[
          [
            t.person(),
            ({ identifier, place, cells }) => (
              <>
                {identifier ?? t.row({ row: place })}
                <span className="block text-xs font-normal text-ink-3">
                  {shownCellWords(cells, columns, 4)}
                </span>
              </>
            ),
            { className: "min-w-40" },
          ],
          ...heads.map(
            (head, index): CellColumn<{ figures: readonly Figure[] }> => [
              head,
              ({ figures }) => <FigureWords figure={figures[index]} say={inHundred} />,
              figureLook,
            ],
          ),
        ]}
      />
    </div>
  );
}

function figuresOf(settings: readonly RehearsedSetting[], example: number): readonly Figure[] {
  return settings.flatMap((setting) => (setting.chances[example] ?? []).slice(hasOwnStart(setting) ? 0 : 1));
}

/** Returns whether a setting has a start of its own; all others start like the first one. */
function hasOwnStart({ change }: RehearsedSetting): boolean {
  return change === null || change.setting === "prior";
}
