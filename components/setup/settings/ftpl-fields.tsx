"use client";

import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { formatNumber } from "#server/format.ts";
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
          <Field
            label="Rules drawn a round (R)"
            {...numeral("resampleCount")}
            hint="Each is one search for the best rule. 1,000 give chances with three digits; ten times as many make them three times as exact."
          />
          <Choices
            legend="Noise in each search"
            value={settings.noise}
            choices={noises}
            onChange={(noise) => set({ noise })}
          />
          {settings.noise === "heuristic" && (
            <Field
              label="Noise divided by (multiplier of omega)"
              {...numeral("omegaMultiplier")}
              hint="16 is what our simulations used. Larger: follows what was learned more closely, and explores less."
            />
          )}
        </>
      )}
      {cost === null ? (
        <p className="text-sm text-ink-2">
          What a round costs is shown once rules and settings are complete.
        </p>
      ) : (
        <CostSheet cost={cost} />
      )}
      {cost !== null && cost.seconds > longOpeningSeconds && (
        <Notice tone="warn" title={`Opening a round may take ${secondsInWords(cost.seconds)}.`}>
          Draw fewer rules a round, or list fewer conditions or cut points.
        </Notice>
      )}
    </>
  );
}

function CostSheet({ cost }: { cost: FtplCost }) {
  const { resampleCount, weightCap, closingAtMost, seconds } = cost;
  return (
    <Sheet>
      <SheetBody className="grid gap-1 text-sm" aria-live="polite">
        <p>
          A round draws {formatNumber(resampleCount)} rules, so chances come in steps of one in{" "}
          {formatNumber(resampleCount)}: {formatNumber(cost.opening)} searches when it opens, and the same
          again when it closes
          {closingAtMost > 0 && `, and then at most ${formatNumber(closingAtMost)} to weigh outcomes`}. An
          outcome weighs at most {formatNumber(weightCap)} times (L).
        </p>
        <p className="text-ink-2">
          Opening it takes {secondsInWords(seconds)}: an estimate, from measurements on one machine.
        </p>
      </SheetBody>
    </Sheet>
  );
}
