import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

const tones = {
  plain: "border-edge bg-sheet text-ink-2",
  open: "border-accent bg-accent-soft text-accent",
  good: "border-good bg-good-soft text-good",
  warn: "border-warn bg-warn-soft text-warn",
  bad: "border-bad bg-bad-soft text-bad",
  unfair: "border-unfair bg-unfair-soft text-unfair",
  acceptable: "border-acceptable bg-acceptable-soft text-acceptable",
  unsure: "border-dashed border-unsure bg-unsure-soft text-unsure",
  unseen: "border-dotted border-unseen bg-unseen-soft text-unseen",
  exact: "border-ink bg-sheet text-ink",
  estimated: "border-dashed border-ink-2 bg-sheet text-ink-2",
  replayed: "border-3 border-double border-ink-2 bg-sheet text-ink-2 leading-5",
};

export type TagTone = keyof typeof tones;

/** Tag for a state: icon, word and edge. Colour is never the only sign. */
export function Tag({
  tone = "plain",
  icon: Icon,
  children,
}: {
  tone?: TagTone;
  icon?: LucideIcon;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm border px-2 align-middle text-xs leading-6 font-[560] tracking-normal",
        tones[tone],
      )}
    >
      {Icon && <Icon aria-hidden className="size-3.5" />}
      {children}
    </span>
  );
}
