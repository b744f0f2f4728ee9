"use client";

import { ArrowDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { counted } from "#components/rounds/people/pair-words.ts";

/**
 * How many fields of the pair lie under the bar this stands on, and the way to them: on a small screen nothing else
 * says that the cards go on.
 *
 * @param shown changes when other fields are shown
 */
export function FieldsBelow({ shown }: { shown: string }) {
  const edge = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other fields lie elsewhere
  useEffect(() => {
    const look = () => setCount(fieldsBelow(edge.current).length);
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [shown]);
  return (
    <div ref={edge} className="absolute inset-x-0 top-0 h-0">
      {count > 0 && (
        <button
          type="button"
          onClick={() => fieldsBelow(edge.current)[0]?.scrollIntoView()}
          className="absolute right-4 bottom-1.5 inline-flex min-h-8 items-center gap-1.5 rounded-md border border-edge bg-sheet px-2.5 text-xs font-[560] text-ink shadow-pop"
        >
          {counted(count, "more field")}
          <ArrowDown aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}

/** The rows of the card at the left that end below this edge; those of the other card lie beside them. */
function fieldsBelow(edge: HTMLElement | null): Element[] {
  if (edge === null) return [];
  const { top } = edge.getBoundingClientRect();
  return [...document.querySelectorAll("[data-field=high]")].filter(
    (row) => row.getBoundingClientRect().bottom > top + 1,
  );
}
