import { type Core, type GuardedState, withNamedCells } from "./state.ts";

/** Removes the remembered verdicts about a person, and with them the person's cells. What they charged stays. */
export function forgetPerson(state: GuardedState, name: string): GuardedState {
  const without = (core: Core): Core => ({
    ...core,
    verdicts: core.verdicts.filter(({ high, low }) => high !== name && low !== name),
  });
  const { beforeOpening } = state;
  return withNamedCells({
    ...state,
    core: without(state.core),
    beforeOpening: beforeOpening && { ...beforeOpening, core: without(beforeOpening.core) },
  });
}
