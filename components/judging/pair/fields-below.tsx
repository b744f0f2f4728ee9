"use client";

import { ArrowDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import * as t from "#messages/judgingPair.ts";

/**
 * Button with the number of fields hidden below the bar. On a small screen nothing else shows that the table
 * continues. It is part of the bar, so it covers no field.
 *
 * @param shown changes when other fields are shown
 */
export function FieldsBelow({ shown }: { shown: string }) {
  const edge = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other fields have other positions
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
    <>
      <div ref={edge} className="absolute inset-x-0 top-0 h-0" />
      {count > 0 && (
        <button
          type="button"
          onClick={() => fieldsBelow(edge.current)[0]?.scrollIntoView()}
          className="ms-auto inline-flex min-h-6 flex-none items-center gap-1.5 rounded-md border border-edge bg-sheet px-2 text-xs font-[560] text-ink"
        >
          {t.moreFields({ count })}
          <ArrowDown aria-hidden className="size-3.5" />
        </button>
      )}
    </>
  );
}

/** Rows of the table that end below this edge. */
function fieldsBelow(edge: HTMLElement | null): Element[] {
  if (edge === null) return [];
  const { top } = edge.getBoundingClientRect();
  return [...document.querySelectorAll("[data-field]")].filter(
    (row) => row.getBoundingClientRect().bottom > top + 1,
  );
}
