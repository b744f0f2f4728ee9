"use client";

import { useEffect, useRef } from "react";

/** Sets the form around it to what the address says once the address has changed, and leaves the focus where it is. */
export function FollowAddress({ at }: { at: string }) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current !== at) input.current?.form?.reset();
    shown.current = at;
  }, [at]);
  return <input type="hidden" ref={input} />;
}
