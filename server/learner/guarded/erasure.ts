import type { Core, GuardedState } from "./state.ts";

/** Removes the remembered verdicts about a person, whose bits must be erased. What these verdicts charged stays. */
export function forgetPerson(state: GuardedState, name: string): GuardedState {
  const without = (core: Core): Core => ({
    ...core,
    verdicts: core.verdicts.filter(({ high, low }) => high !== name && low !== name),
  });
  const { core, beforeOpening } = state;
  return {
    ...state,
    core: without(core),
    beforeOpening: beforeOpening && { ...beforeOpening, core: without(beforeOpening.core) },
  };
}
