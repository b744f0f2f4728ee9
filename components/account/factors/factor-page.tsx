"use client";

import type { Outputs } from "#server/http/outputs.ts";
import { GiveFactor } from "./give-factor.tsx";
import { SetUp } from "./set-up.tsx";

type Props = { next: string; owes: "factor" | "set-up"; ways: Outputs["factors"]["ways"] };

/** Page for the second factor. `next` is a path of this site, checked on the server. */
export function FactorPage({ next, owes, ways }: Props) {
  // A full page load, so that nothing shown before the second factor stays in memory.
  const onDone = () => location.assign(next);
  return owes === "factor" ? <GiveFactor ways={ways} onDone={onDone} /> : <SetUp onDone={onDone} />;
}
