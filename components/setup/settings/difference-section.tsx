"use client";

import { Field } from "#components/ui/field.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { epsPointsOf } from "#server/study/settings/settings.ts";
import { alphaExample } from "./examples.ts";
import { MarginField } from "./margin-field.tsx";
import { useSettings } from "./use-settings.ts";

export function DifferenceSection() {
  const { settings, isAudit, isIn, isWell, numeral } = useSettings();
  const example = isWell("alphaPoints") ? alphaExample(settings.alphaPoints) : null;
  const isGuarded = isIn("guarded");
  const hasMargin = !isAudit && !isGuarded && !isIn("paper");
  return (
    <Section
      title="Smallest difference"
      note="How far two chances must lie apart before anybody can call it unfair."
    >
      <div className="grid max-w-measure gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label="Judged from more than (alpha), points"
            {...numeral("alphaPoints")}
            hint={
              isGuarded
                ? "One point is once in 100. Pairs closer than that are never judged, and the limit never goes below it. It does not change how many rounds may end in a report; larger, that is certain for longer."
                : "One point is once in 100."
            }
          />
          {hasMargin && (
            <MarginField hint="Smaller: a weaker push to fairness, and more rounds before the guarantee says something." />
          )}
        </div>
        {example !== null && (
          <Sheet>
            <SheetBody className="grid gap-1 text-sm" aria-live="polite">
              <p>{example.judged}</p>
              <p>{example.notJudged}</p>
              {hasMargin && isWell("epsPoints") && (
                <p className="text-ink-2">
                  The learner is held against policies that keep people the panel compares within{" "}
                  {difference(settings.alphaPoints, epsPointsOf(settings))} points of each other: alpha minus
                  eps.
                </p>
              )}
            </SheetBody>
          </Sheet>
        )}
      </div>
    </Section>
  );
}

function difference(alpha: string, eps: string): string {
  return String(Number((Number(alpha) - Number(eps)).toPrecision(12)));
}
