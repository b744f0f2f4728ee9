import { Ban, Check, CirclePlay, Hourglass, type LucideIcon } from "lucide-react";
import { Tag, type TagTone } from "#components/ui/tag.tsx";

export type RoundState = "open" | "closing" | "closed" | "cancelled";

const states: Record<RoundState, { tone: TagTone; icon: LucideIcon; word: string }> = {
  open: { tone: "open", icon: CirclePlay, word: "Open" },
  closing: { tone: "warn", icon: Hourglass, word: "Closing" },
  closed: { tone: "plain", icon: Check, word: "Closed" },
  cancelled: { tone: "plain", icon: Ban, word: "Cancelled" },
};

export function RoundStateTag({ state }: { state: RoundState }) {
  const { tone, icon, word } = states[state];
  return (
    <Tag tone={tone} icon={icon}>
      {word}
    </Tag>
  );
}
