"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const every = 5_000;

/** Refreshes the page repeatedly from a given moment on, for changes that have no log entry. */
export function LookAgain({ from }: { from: number }) {
  const router = useRouter();
  useEffect(() => {
    const again = () => {
      router.refresh();
      timer = setTimeout(again, every);
    };
    let timer = setTimeout(again, Math.max(every, from - Date.now()));
    return () => clearTimeout(timer);
  }, [from, router]);
  return null;
}
