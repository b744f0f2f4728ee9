"use client";

import { usePathname } from "next/navigation";
import * as t from "#messages/ui.ts";

/** The role on this server. Inside a study another role counts, which the study's caption names. */
export function RoleBadge({ role }: { role: string }) {
  const isInStudy = /^\/studies\/[0-9a-f-]{36}/.test(usePathname());
  if (isInStudy) return null;
  return (
    <span className="rounded-sm border border-edge px-2 text-xs leading-[1.375rem] whitespace-nowrap text-ink-2 md:me-2">
      <span className="sr-only">{t.roleOnServer()}</span>
      {role}
    </span>
  );
}
