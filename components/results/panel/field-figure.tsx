"use client";

import { inHundredAxis, RowsFigure, type RowValue } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";
import { tableAddress } from "#components/ui/study-addresses.ts";
import type { FieldFinding } from "#server/analysis/findings/findings.ts";
import type { FieldWords } from "#server/study/words.ts";
import { countOfTotal, rangeInHundred, wholeInHundred } from "./finding-words.ts";

const drawnAtMost = 8;

/** Comparison of reported and accepted pairs in each shown field, the most distinguishing fields first. */
export function FieldFigure({
  studyId,
  fields,
  findings,
}: {
  studyId: string;
  fields: readonly FieldWords[];
  findings: readonly FieldFinding[];
}) {
  const named = findings.flatMap((finding) => {
    const field = fields[finding.field];
    return field === undefined ? [] : [{ ...finding, isNumber: field.type === "number", label: field.label }];
  });
  const drawn = named.slice(0, drawnAtMost);
  return (
    <RowsFigure
      title="What separates reported pairs from accepted ones"
      note="The person with the lower chance has equal or more; of words: the same. Of 100 such pairs, with a 95 % interval"
      kind="estimated"
      label={drawn
        .map(
          ({ label, reported, accepted }) =>
            `${label}: ${countOfTotal(reported.count, reported.total)} reported, ${countOfTotal(accepted.count, accepted.total)} accepted`,
        )
        .join("; ")}
      axis={inHundredAxis}
      rows={drawn.map(({ label, isNumber, reported, accepted }) => ({
        title: `${label}: ${isNumber ? "equal or more" : "the same"}`,
        values: [sideOf(reported, "reported"), sideOf(accepted, "accepted")],
      }))}
      table={{
        head: ["The person with the lower chance has", ...headOf("Reported"), ...headOf("Accepted")],
        rows: named.map(({ label, reported, accepted }) => [
          label,
          ...cellsOf(reported),
          ...cellsOf(accepted),
        ]),
      }}
      csv={tableAddress(studyId, "findings-fields")}
    >
      <p>
        A field that separates is a lead, not a cause: fields go together. Counts are exact; the intervals say
        how far so few pairs may mislead.
        {named.length > drawn.length &&
          ` Drawn are the ${drawn.length} fields that separate most; all ${named.length} stand in the table.`}
      </p>
    </RowsFigure>
  );
}

type Side = FieldFinding["reported"];

function sideOf({ count, total, interval }: Side, name: "reported" | "accepted"): RowValue {
  return {
    value: total === 0 ? 0 : count / total,
    interval,
    look: series[name],
    isRing: name === "accepted",
    figure: countOfTotal(count, total),
    name,
  };
}

function headOf(kind: string): string[] {
  return ["more", "equal", "less or another value", "not given", "in 100"].map((name) => `${kind}: ${name}`);
}

function cellsOf({ of, count, total, interval }: Side): string[] {
  const share = total === 0 ? "–" : `${wholeInHundred(count / total)} (${rangeInHundred(interval)})`;
  return [...[of.more, of.equal, of.less + of.other, of.blank].map(String), share];
}
