"use client";

import { type ReactNode, useState } from "react";
import { pairName } from "#components/rounds/people/pair-words.ts";
import type { PersonView } from "#components/rounds/people/shown-person.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import type { FieldWords } from "#server/study/words.ts";
import { PairView } from "./pair-view.tsx";

/** Name of a pair in a table. Enter, Space or D opens the pair, Escape closes it. */
export function PairButton({
  high,
  low,
  fields,
  alpha,
  icon,
}: {
  high: PersonView;
  low: PersonView;
  fields: readonly FieldWords[];
  alpha: string;
  icon?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const name = pairName(high.position, low.position);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="D"
        className="inline-flex min-h-6 items-center gap-2 text-start font-[560] text-accent underline decoration-1 underline-offset-[0.18em] hover:text-accent-hover hover:decoration-2"
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key.toLowerCase() === "d" && !event.ctrlKey && !event.metaKey && !event.altKey)
            setOpen(true);
        }}
      >
        {icon}
        {name}
      </button>
      <Dialog title={name} isOpen={isOpen} onClose={() => setOpen(false)} isWide>
        {isOpen && <PairView high={high} low={low} fields={fields} alpha={alpha} isFocused />}
      </Dialog>
    </>
  );
}
