import { Check, CircleDashed, CircleQuestionMark, Flag, type LucideIcon } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import { Tag } from "#components/ui/tag.tsx";
import type { VerdictWord } from "./verdicts.ts";

/** A verdict, or "unseen" for a pair that was not looked at. */
export type VerdictOrUnseen = VerdictWord | "unseen";

type Look = { label: string; icon: LucideIcon; ink: string };

/** Label, icon and colour of each state. Colour is the last signal. */
export const verdictLooks: Record<VerdictOrUnseen, Look> = {
  unfair: { label: "Unfair", icon: Flag, ink: "text-unfair" },
  acceptable: { label: "Acceptable", icon: Check, ink: "text-acceptable" },
  unsure: { label: "Not sure", icon: CircleQuestionMark, ink: "text-unsure" },
  unseen: { label: "Not looked at", icon: CircleDashed, ink: "text-unseen" },
};

/** Icon and label of a verdict, for running text and lists. */
export function VerdictName({ state }: { state: VerdictOrUnseen }) {
  const { label, icon: Icon, ink } = verdictLooks[state];
  return (
    <span className={classNames("font-[560] whitespace-nowrap", ink)}>
      <Icon aria-hidden className="mr-1.5 inline size-4 align-[-0.18em]" />
      {label}
    </span>
  );
}

export function VerdictTag({ state }: { state: VerdictOrUnseen }) {
  const { label, icon } = verdictLooks[state];
  return (
    <Tag tone={state} icon={icon}>
      {label}
    </Tag>
  );
}
