"use client";

import { FigureWords, figureLook } from "#components/ui/charts/figure-words.tsx";
import { type CellColumn, DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/setupRehearsal.ts";
import type { RehearsalResult, RehearsedSetting } from "#server/simulation/rehearsal/result.ts";
import type { Figure } from "#server/simulation/results.ts";
import { checkpointsOf } from "#server/simulation/series.ts";
import { useDraft } from "../draft-context.tsx";
import { shownCellWords } from "./person-words.ts";
import { settingLabel } from "./rehearsal-words.ts";

/** Chances of some people: before the limit, at the start and in the rounds of the tables above. */
export function ExamplesTable({ result: { examples, settings, runs } }: { result: RehearsalResult }) {
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
                <span className="block text-xs font-normal text-ink-3">{shownCellWords(cells, columns)}</span>
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

function inHundred(chance: number): string {
  return String(Math.round(100 * chance));
}
