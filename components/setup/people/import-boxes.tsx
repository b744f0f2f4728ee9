"use client";

import { Check, CircleAlert, Eye, Scale } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
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
    <dl
      className={classNames(
        "grid grid-cols-2 overflow-hidden rounded-sm border border-hair bg-sheet",
        draft.kind === "audit" ? "md:grid-cols-3" : "md:grid-cols-4",
      )}
    >
      <Fact label={t.ready()} icon={<Check aria-hidden />} tone="text-good">
        {check === null ? (
          <Skeleton className="h-7 w-16" />
        ) : (
          <Count of={readyCount(check, badRows)} unit="people" />
        )}
      </Fact>
      <Fact
        label={left > 0 ? t.leftOut() : t.withError()}
        icon={<CircleAlert aria-hidden />}
        tone={left === 0 && badRows > 0 ? "text-bad" : "text-ink-3"}
      >
        {check === null ? (
          <Skeleton className="h-7 w-12" />
        ) : (
          <Count of={left > 0 ? left : badRows} unit="rows" />
        )}
      </Fact>
      <Fact label={t.shownToAuditors()} icon={<Eye aria-hidden />}>
        <Count of={columns.filter(isShown).length} unit="fields" />
      </Fact>
      {draft.kind === "learn" && (
        <Fact label={t.usedByRules()} icon={<Scale aria-hidden />}>
          <Count of={columns.filter(isForRules).length} unit="fields" />
        </Fact>
      )}
    </dl>
  );
}

function readyCount(check: { count: number; isReady: boolean }, badRows: number): number {
  return check.isReady ? check.count : Math.max(0, check.count - badRows);
}

function Fact({
  label,
  icon,
  tone = "text-ink-3",
  children,
}: {
  label: string;
  icon: ReactNode;
  tone?: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col justify-between px-4 py-3 shadow-[1px_0_0_var(--hair),0_1px_0_var(--hair)]">
      <dt className={`flex items-center gap-1.5 text-xs [&>svg]:size-4 ${tone}`}>
        {icon}
        {label}
      </dt>
      <dd className="mt-1 text-xl font-semibold tracking-[-0.012em] tabular-nums">{children}</dd>
    </div>
  );
}

function Count({ of, unit }: { of: number; unit: "people" | "rows" | "fields" }) {
  return (
    <>
      {formatNumber(of)}{" "}
      <small className="text-sm font-normal tracking-normal text-ink-2">
        {t.unitOf({ unit, count: of })}
      </small>
    </>
  );
}
