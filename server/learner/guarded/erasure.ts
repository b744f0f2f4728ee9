import { type Core, cellsNamed, type GuardedState } from "./state.ts";

/** Removes the remembered verdicts about a person, and with them the person's cells. What they charged stays. */
export function forgetPerson(state: GuardedState, name: string): GuardedState {
  const without = (core: Core): Core => ({
    ...core,
    verdicts: core.verdicts.filter(({ high, low }) => high !== name && low !== name),
  });
  const { beforeOpening } = state;
  const core = without(state.core);
  return {
    ...state,
    core,
    cells: cellsNamed(core.verdicts, state.cells),
    beforeOpening: beforeOpening && { ...beforeOpening, core: without(beforeOpening.core) },
  };
}
