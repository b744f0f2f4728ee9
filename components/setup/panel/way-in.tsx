import type { ReactNode } from "react";
import { LocalTime } from "#components/ui/time/moment.tsx";
import type { WayIn } from "#db/queries/seats.ts";
import * as t from "#messages/setupPanel.ts";

const words = {
  account: t.byAccount,
  "link-copied": t.byCopiedLink,
  "link-mailed": t.byMailedLink,
} as const satisfies Record<WayIn, unknown>;

/** Describes how and when an auditor got a seat, for readers who check whether the panel is independent. */
export function wayInWords(wayIn: WayIn, seatedAt: number): ReactNode {
  return words[wayIn]({ time: () => <LocalTime at={seatedAt} /> });
}
