"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";
import * as t from "#messages/common.ts";

type Tab = readonly [path: string, name: Parameters<typeof t.tab>[0]["tab"]];

const tabsOf = {
  operator: [
    ["", "overview"],
    ["rounds", "rounds"],
    ["people", "people"],
    ["panel", "panel"],
    ["results", "results"],
    ["data", "data"],
    ["settings", "settings"],
  ],
  researcher: [
    ["", "overview"],
    ["rounds", "rounds"],
    ["results", "results"],
    ["data", "data"],
  ],
  observer: [
    ["", "overview"],
    ["rounds", "rounds"],
    ["results", "results"],
    ["data", "data"],
  ],
  auditor: [
    ["judging", "judging"],
    ["results", "results"],
    ["guidelines", "guidelines"],
    ["practice", "practice"],
    ["receipts", "receipts"],
  ],
  "former-auditor": [
    ["judging", "judging"],
    ["results", "results"],
    ["receipts", "receipts"],
  ],
} as const satisfies Record<string, readonly Tab[]>;

const resultTabs: readonly Tab[] = [
  ["results", "summary"],
  ["results/policy", "policy"],
  ["results/panel", "panel"],
];

/** Result tabs that are not for observers: they compute with people's features, or are the operator's to publish. */
const computedTabs: readonly Tab[] = [
  ["results/groups", "groups"],
  ["results/distances", "distances"],
  ["results/what-if", "whatIf"],
  ["results/simulations", "simulations"],
  ["report", "report"],
];

/** Tabs of a study for one role, and below them the sub-tabs of its results. */
export function StudyTabs({
  studyId,
  role,
  isAudit,
}: {
  studyId: string;
  role: keyof typeof tabsOf;
  /** An audit learns nothing, so it has no policy. */
  isAudit: boolean;
}) {
  const study = `/studies/${studyId}`;
  const path = usePathname().slice(study.length + 1);
  const [tab = "", rest] = path.split("/");
  const isReader = role !== "auditor" && role !== "former-auditor";
  const homes: Readonly<Record<string, string>> = {
    guidelines: role === "operator" ? "settings" : "data",
    report: "results",
  };
  const current = (isReader && homes[tab]) || tab;
  return (
    // A phone has no room for tabs next to the pairs to judge.
    <div className={tab === "judging" && rest !== undefined ? "max-md:hidden" : undefined}>
      <TabRow label={t.study()} study={study} tabs={tabsOf[role]} current={current} />
      {isReader && current === "results" && (
        <TabRow
          label={t.tab({ tab: "results" })}
          study={study}
          tabs={[...resultTabs, ...(role === "observer" ? [] : computedTabs)].filter(
            ([to]) => !isAudit || to !== "results/policy",
          )}
          current={path}
        />
      )}
    </div>
  );
}

function TabRow({
  label,
  study,
  tabs,
  current,
}: {
  label: string;
  study: string;
  tabs: readonly Tab[];
  current: string;
}) {
  const row = useRef<HTMLUListElement>(null);
  // On a phone the current tab may be outside the row.
  useEffect(() => {
    const tab = row.current?.children[tabs.findIndex(([to]) => to === current)];
    if (!row.current || !(tab instanceof HTMLElement)) return;
    const margin = Number.parseFloat(getComputedStyle(row.current).paddingLeft);
    const { scrollLeft, clientWidth, offsetLeft } = row.current;
    const start = tab.offsetLeft - offsetLeft - margin;
    const isSeen = start >= scrollLeft && start + tab.offsetWidth + margin <= scrollLeft + clientWidth;
    if (!isSeen) row.current.scrollLeft = start;
  }, [tabs, current]);
  return (
    <nav aria-label={label} className="border-b border-hair bg-sheet">
      <ul ref={row} className="mx-auto flex max-w-page gap-6 overflow-x-auto px-4 md:px-6">
        {tabs.map(([to, name]) => (
          <li key={to} className="shrink-0">
            <Link
              href={to === "" ? study : `${study}/${to}`}
              aria-current={to === current ? "page" : undefined}
              className={classNames(
                "flex min-h-11 items-center border-y-2 border-t-transparent text-sm no-underline",
                to === current
                  ? "border-b-ink font-semibold text-ink hover:text-ink"
                  : "border-b-transparent text-ink-2 hover:border-b-edge hover:text-ink",
              )}
            >
              {t.tab({ tab: name })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
