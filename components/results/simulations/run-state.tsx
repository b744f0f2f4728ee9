import { Ban, CircleAlert, CircleCheck, LoaderCircle, Unplug } from "lucide-react";
import { Tag, type TagTone } from "#components/ui/tag.tsx";
import * as t from "#messages/simulations.ts";
import type { RunView } from "./page-state.ts";

const states = {
  running: { tone: "open", icon: LoaderCircle },
  done: { tone: "good", icon: CircleCheck },
  failed: { tone: "bad", icon: CircleAlert },
  cancelled: { tone: "plain", icon: Ban },
  interrupted: { tone: "warn", icon: Unplug },
} as const satisfies Record<RunView["state"], { tone: TagTone; icon: typeof Ban }>;

/** State of a run as icon and word. */
export function RunStatus({ state }: Pick<RunView, "state">) {
  const { tone, icon } = states[state];
  return (
    <Tag tone={tone} icon={icon}>
      {t.runState({ state })}
    </Tag>
  );
}

/** Explains why a run has no result; null if it has one or may still get one. */
export function whyNothing({ state, failure }: Pick<RunView, "state" | "failure">): string | null {
  if (state === "failed") return failure ?? t.failed();
  if (state === "cancelled") return t.wasCancelled();
  if (state === "interrupted") return t.wasInterrupted();
  return null;
}
