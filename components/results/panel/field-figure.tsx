"use client";

import { inHundredAxis, RowsFigure, type RowValue } from "#components/ui/charts/rows-figure.tsx";
import { series } from "#components/ui/charts/series.ts";
import { tableAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/panelResults.ts";
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
      title={t.separatesTitle()}
      note={t.fieldNote()}
      kind="estimated"
      label={drawn
        .map(({ label, reported, accepted }) =>
          t.fieldLabel({
            field: label,
            reported: countOfTotal(reported.count, reported.total),
            accepted: countOfTotal(accepted.count, accepted.total),
          }),
        )
        .join("; ")}
      axis={inHundredAxis}
      rows={drawn.map(({ label, isNumber, reported, accepted }) => ({
        title: t.fieldRow({ field: label, isNumber }),
        values: [sideOf(reported, "reported"), sideOf(accepted, "accepted")],
      }))}
      table={{
        head: [t.lowerHas(), ...headOf("reported"), ...headOf("accepted")],
        rows: named.map(({ label, reported, accepted }) => [
          label,
          ...cellsOf(reported),
          ...cellsOf(accepted),
        ]),
      }}
      csv={tableAddress(studyId, "findings-fields")}
    >
      <p>
        {t.fieldLead()}{" "}
        {named.length > drawn.length && t.drawnFields({ shown: drawn.length, count: named.length })}
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
    name: name === "reported" ? t.reported() : t.accepted(),
  };
}

function headOf(side: "reported" | "accepted"): string[] {
  return ["more", "equal", "other", "blank", "share"].map((column) => t.sideHead({ side, column }));
}

function cellsOf({ of, count, total, interval }: Side): string[] {
  const share = total === 0 ? "–" : `${wholeInHundred(count / total)} (${rangeInHundred(interval)})`;
  return [...[of.more, of.equal, of.less + of.other, of.blank].map(String), share];
}
