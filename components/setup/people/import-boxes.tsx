"use client";

import { Check, CircleAlert, Eye, type LucideIcon, Scale } from "lucide-react";
import { Box, Boxes } from "#components/ui/boxes.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/setupPeople.ts";
import { formatNumber } from "#server/format.ts";
import { isForRules, isShown } from "#server/study/columns.ts";
import { useDraft } from "../draft-context.tsx";
import { useCheck } from "./use-check.ts";

/** Counts of people that can be imported, of those that cannot, and of the columns by use. */
export function ImportBoxes() {
  const { draft } = useDraft();
  const { check } = useCheck();
  const columns = draft.people?.columns ?? [];
  const badRows = check?.wrong.rowCount ?? 0;
  const left = check === null ? 0 : check.leftOut.asOutliers + check.leftOut.withErrors;
  return (
    <Boxes>
      <Figure
        label={t.ready()}
        icon={Check}
        tone="text-good"
        count={check && readyCount(check, badRows)}
        unit="people"
      />
      <Figure
        label={left > 0 ? t.leftOut() : t.withError()}
        icon={CircleAlert}
        tone={left === 0 && badRows > 0 ? "text-bad" : ""}
        count={check && (left > 0 ? left : badRows)}
        unit="rows"
      />
      <Figure label={t.shownToAuditors()} icon={Eye} count={columns.filter(isShown).length} unit="fields" />
      {draft.kind === "learn" && (
        <Figure
          label={t.usedByRules()}
          icon={Scale}
          count={columns.filter(isForRules).length}
          unit="fields"
        />
      )}
    </Boxes>
  );
}

function readyCount(check: { count: number; isReady: boolean }, badRows: number): number {
  return check.isReady ? check.count : Math.max(0, check.count - badRows);
}

function Figure({
  label,
  icon: Icon,
  tone = "",
  count,
  unit,
}: {
  label: string;
  icon: LucideIcon;
  tone?: string;
  /** null while it is being computed. */
  count: number | null;
  unit: "people" | "rows" | "fields";
}) {
  const marked = (
    <span className={`flex items-center gap-1.5 ${tone}`}>
      <Icon aria-hidden className="size-4" />
      {label}
    </span>
  );
  return count === null ? (
    <Box label={marked}>
      <Skeleton className="h-7 w-16" />
    </Box>
  ) : (
    <Box label={marked} unit={t.unitOf({ unit, count })}>
      {formatNumber(count)}
    </Box>
  );
}
