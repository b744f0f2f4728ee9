import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

type Input = ComponentProps<"input">;

/** Checkbox, or a radio button, with its label. */
export function Tick({ className, children, ...input }: Input) {
  return (
    <label className={classNames("flex min-h-9 min-w-0 items-baseline gap-2 py-1.5", className)}>
      <input type="checkbox" className="size-4.5 flex-none translate-y-[3px] accent-accent" {...input} />
      <span className="min-w-0 break-words">{children}</span>
    </label>
  );
}

/** Checkbox with the sentence that explains it. */
export function Choice({ label, children, ...input }: Input & { label: string }) {
  return (
    <label className="flex items-start gap-3">
      <input type="checkbox" className="mt-1 size-4.5 flex-none accent-accent" {...input} />
      <span>
        {label}
        <span className="block text-sm text-ink-2">{children}</span>
      </span>
    </label>
  );
}
