"use client";

import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupLearning.ts";
import { Choices } from "../choices.tsx";
import { useDraft } from "../draft-context.tsx";
import { type FtplCost, ftplCost, secondsInWords } from "./ftpl-cost.ts";
import { noises } from "./learning-words.ts";
import { useSettings } from "./use-settings.ts";

/** Seconds above which an opening is a long wait for every operator who opens a round. */
const longOpeningSeconds = 10;

/** Further settings of FTPL: the number of drawn rules, the amount of noise, and the cost of both. */
export function FtplFields() {
  const { draft, rules } = useDraft();
  const { settings, set, numeral } = useSettings();
  const cost = ftplCost(draft.settings, rules);
  return (
    <>
      {settings.mode === "known" && (
        <>
          <Field label={t.rulesDrawn()} {...numeral("resampleCount")} hint={t.rulesDrawnHint()} />
          <Choices
            legend={t.noise()}
            value={settings.noise}
            choices={noises()}
            onChange={(noise) => set({ noise })}
          />
          {settings.noise === "heuristic" && (
            <Field label={t.noiseDivided()} {...numeral("omegaMultiplier")} hint={t.noiseDividedHint()} />
          )}
        </>
      )}
      {cost === null ? <p className="text-sm text-ink-2">{t.costUnknown()}</p> : <CostSheet cost={cost} />}
      {cost !== null && cost.seconds > longOpeningSeconds && (
        <Notice tone="warn" title={t.openingSlow({ duration: secondsInWords(cost.seconds) })}>
          {t.openingSlowHint()}
        </Notice>
      )}
    </>
  );
}

function CostSheet({ cost }: { cost: FtplCost }) {
  return (
    <Sheet>
      <SheetBody className="grid gap-1 text-sm" aria-live="polite">
        <p>
          {t.cost({
            rules: cost.resampleCount,
            searches: cost.opening,
            weighing: cost.closingAtMost,
            cap: cost.weightCap,
          })}
        </p>
        <p className="text-ink-2">{t.opening({ duration: secondsInWords(cost.seconds) })}</p>
      </SheetBody>
    </Sheet>
  );
}
