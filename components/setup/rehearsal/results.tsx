"use client";

import { Drama } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { FigureWords, figureLook } from "#components/ui/charts/figure-words.tsx";
import { Fold } from "#components/ui/fold.tsx";
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
import { checkpointsOf } from "#server/simulation/series.ts";
import { useDraft } from "../draft-context.tsx";
import { ExamplesTable } from "./examples-table.tsx";
import { PanelsTable } from "./panels-table.tsx";
import {
  changeWords,
  endSentences,
  figureRows,
  type RehearsalRow,
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
        <Fold label={t.howComputed()}>
          <p className="max-w-measure text-sm text-ink-2">
            {t.estimates({ runs })} {t.order({ isPart: lookedAt < count, lookedAt, count })}
          </p>
        </Fold>
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
