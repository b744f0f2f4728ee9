"use client";

import type { Outputs } from "#server/http/outputs.ts";
import { GiveFactor } from "./give-factor.tsx";
import { SetUp } from "./set-up.tsx";

type Props = { next: string; owes: "factor" | "set-up"; ways: Outputs["factors"]["ways"] };

/** `next` was checked on the server: a path of ours. */
export function FactorPage({ next, owes, ways }: Props) {
  // A whole new page: what was shown before the factor stays behind.
  const onDone = () => location.assign(next);
  return owes === "factor" ? <GiveFactor ways={ways} onDone={onDone} /> : <SetUp onDone={onDone} />;
}
