import { Ban, CircleAlert, CircleCheck, LoaderCircle, Unplug } from "lucide-react";
import { Tag, type TagTone } from "#components/ui/tag.tsx";
import type { RunView } from "./page-state.ts";

const states = {
  running: { tone: "open", icon: LoaderCircle, word: "Under way" },
  done: { tone: "good", icon: CircleCheck, word: "Done" },
  failed: { tone: "bad", icon: CircleAlert, word: "Failed" },
  cancelled: { tone: "plain", icon: Ban, word: "Cancelled" },
  interrupted: { tone: "warn", icon: Unplug, word: "Interrupted" },
} as const satisfies Record<RunView["state"], { tone: TagTone; icon: typeof Ban; word: string }>;

/** State of a run as icon and word. */
export function RunStatus({ state }: Pick<RunView, "state">) {
  const { tone, icon, word } = states[state];
  return (
    <Tag tone={tone} icon={icon}>
      {word}
    </Tag>
  );
}

/** Explains why a run has no result; null if it has one or may still get one. */
export function whyNothing({ state, failure }: Pick<RunView, "state" | "failure">): string | null {
  if (state === "failed") return failure ?? "It failed.";
  if (state === "cancelled") return "It was cancelled, and nothing of it is kept but its settings.";
  if (state === "interrupted")
    return "It was interrupted when the server stopped, and nothing of it is kept but its settings.";
  return null;
}
