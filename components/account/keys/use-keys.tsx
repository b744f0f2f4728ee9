"use client";

import { createContext, useContext } from "react";
import { KeyCap } from "#components/ui/key-cap.tsx";
import { type JudgingKeys, type KeyCommand, usualKeys } from "#server/schemas/key-commands.ts";

/** Context with the viewer's keyboard shortcuts. It wraps everything that names a key. */
export const KeysOfAccount = createContext<JudgingKeys>(usualKeys);

export function useKeys(): JudgingKeys {
  return useContext(KeysOfAccount);
}

/** The key of a command as printed on a keycap. Empty if single keys are switched off. */
export function CommandCap({ command }: { command: KeyCommand }) {
  const keys = useKeys();
  return keys.areOn ? <KeyCap>{keys[command].toUpperCase()}</KeyCap> : null;
}
