import { afterAll, vi } from "vitest";

// Test files share a process, since starting one for each takes a third of the time. Studies of two files can have the same
// id, so what server/platform/process/process-wide.ts keeps is forgotten between them. The listeners for signals stay, and the seed
// chains, which depend only on their tip. Caches by language are held by their modules, so they are cleared.
const kept = ["evenhand.stopping", "evenhand.seed-checkpoints", "evenhand.locale"];
const shared = globalThis as unknown as Record<symbol, unknown>;

for (const slot of Object.getOwnPropertySymbols(globalThis)) {
  const name = slot.description ?? "";
  if (name.startsWith("evenhand.") && !kept.includes(name)) delete shared[slot];
}
Object.assign(shared[Symbol.for("evenhand.locale")] ?? {}, { find: undefined, chosen: undefined });

// Replaced settings are restored before each test, which is too late for a file that reads them before its first test.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
