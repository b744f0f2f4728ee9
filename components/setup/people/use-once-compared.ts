"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useDraft } from "../draft-context.tsx";
import { useCheck } from "./use-check.ts";

/**
 * Runs an action once all rows were compared with the currently chosen outcome: only then is it known which columns
 * nearly reveal it. An earlier press is kept until then; it is dropped if the rows cannot be compared.
 */
export function useOnceCompared(act: () => void): { readonly isAsked: boolean; readonly ask: () => void } {
  const { saveState } = useDraft();
  const { check, isChecking, isFailed } = useCheck();
  const [isAsked, setAsked] = useState(false);
  const isCompared = check !== null && !isChecking && saveState.kind !== "saving";
  const onCompared = useEffectEvent(act);
  useEffect(() => {
    if (!isAsked || !(isCompared || isFailed)) return;
    setAsked(false);
    if (!isFailed) onCompared();
  }, [isAsked, isCompared, isFailed]);
  return { isAsked, ask: () => setAsked(true) };
}
