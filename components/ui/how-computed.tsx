import type { ReactNode } from "react";
import * as t from "#messages/controls.ts";
import { Fold } from "./fold.tsx";

/** Paragraphs on how the figures above are computed. Closed at first: the result comes before its computation. */
export function HowComputed({ children }: { children: ReactNode }) {
  return (
    <Fold label={t.howComputed()}>
      <div className="grid max-w-measure gap-2 text-sm text-ink-2">{children}</div>
    </Fold>
  );
}
