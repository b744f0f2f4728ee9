import { Ban, Check, CirclePlay, Hourglass, type LucideIcon } from "lucide-react";
import { Tag, type TagTone } from "#components/ui/tag.tsx";
import * as t from "#messages/common.ts";

export type RoundState = "open" | "closing" | "closed" | "cancelled";

const states: Record<RoundState, { tone: TagTone; icon: LucideIcon }> = {
  open: { tone: "open", icon: CirclePlay },
  closing: { tone: "warn", icon: Hourglass },
  closed: { tone: "plain", icon: Check },
  cancelled: { tone: "plain", icon: Ban },
};

export function RoundStateTag({ state }: { state: RoundState }) {
  const { tone, icon } = states[state];
  return (
    <Tag tone={tone} icon={icon}>
      {t.roundState({ state })}
    </Tag>
  );
}
