"use client";

import { useEffect } from "react";
import { forgetRounds, isOver, type MayKeep } from "./kept-rounds.ts";

/** Deletes the kept rounds of other accounts, those past their time, and of a study those that are no longer open. */
export function ForgetRounds({ accountId, study }: MayKeep) {
  useEffect(() => {
    const may = { accountId, ...(study && { study }) };
    // A browser that refuses its storage keeps nothing either.
    forgetRounds((kept) => isOver(kept, may, Date.now())).catch(() => undefined);
  }, [accountId, study]);
  return null;
}
