import { Check, CircleDashed, CircleQuestionMark, Flag, type LucideIcon } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import * as t from "#messages/common.ts";
import type { VerdictWord } from "./verdicts.ts";

/** A verdict, or "unseen" for a pair that was not looked at. */
export type VerdictOrUnseen = VerdictWord | "unseen";

type Look = { icon: LucideIcon; ink: string };

/** Icon and colour of each state. Colour is the last signal. */
export const verdictLooks: Record<VerdictOrUnseen, Look> = {
  unfair: { icon: Flag, ink: "text-unfair" },
  acceptable: { icon: Check, ink: "text-acceptable" },
  unsure: { icon: CircleQuestionMark, ink: "text-unsure" },
  unseen: { icon: CircleDashed, ink: "text-unseen" },
};

/** Verdicts in the order of lists and legends. */
export const verdictOrder: readonly VerdictOrUnseen[] = ["unfair", "acceptable", "unsure", "unseen"];

/** Icon and label of a verdict, for running text and lists. */
export function VerdictName({ state }: { state: VerdictOrUnseen }) {
  const { icon: Icon, ink } = verdictLooks[state];
  return (
    <span className={classNames("font-[560] whitespace-nowrap", ink)}>
      <Icon aria-hidden className="me-1.5 inline size-4 align-[-0.18em]" />
      {t.verdict({ state })}
    </span>
  );
}
