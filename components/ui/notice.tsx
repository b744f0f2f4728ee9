import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

const tones = {
  plain: { icon: Info, edge: "border-s-ink-2", ink: "text-ink-2" },
  info: { icon: Info, edge: "border-s-accent", ink: "text-accent" },
  good: { icon: CircleCheck, edge: "border-s-good", ink: "text-good" },
  warn: { icon: TriangleAlert, edge: "border-s-warn", ink: "text-warn" },
  bad: { icon: CircleAlert, edge: "border-s-bad", ink: "text-bad" },
};

/**
 * A sentence in bold, an explanation and at most one action. `live` reads it out when it appears: politely, or at
 * once after a failure.
 */
export function Notice({
  tone = "plain",
  title,
  live = false,
  className,
  children,
}: {
  tone?: keyof typeof tones;
  title?: ReactNode;
  live?: boolean;
  className?: string;
  children?: ReactNode;
}) {
  const { icon: Icon, edge, ink } = tones[tone];
  const role = tone === "bad" ? "alert" : "status";
  return (
    <div
      {...(live && { role })}
      className={classNames(
        "grid break-inside-avoid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-sm border border-s-4 border-hair bg-sheet p-4 text-sm",
        edge,
        className,
      )}
    >
      <Icon aria-hidden className={classNames("mt-px size-[1.125rem]", ink)} />
      <div>
        {title && <b>{title} </b>}
        {children}
      </div>
    </div>
  );
}
