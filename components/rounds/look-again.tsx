"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const every = 5_000;

/** Asks for the page anew from a moment on, again and again: for what no entry of the log tells of. */
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
