import { beforeAll } from "vitest";

type Stryker = { readonly activeMutant?: string };

/** Workers and child processes run a mutant only if their environment names it. */
beforeAll(() => {
  const { activeMutant } = (globalThis as { __stryker__?: Stryker }).__stryker__ ?? {};
  if (activeMutant === undefined) delete process.env.__STRYKER_ACTIVE_MUTANT__;
  else process.env.__STRYKER_ACTIVE_MUTANT__ = activeMutant;
});
