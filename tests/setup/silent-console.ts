import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

// A warning that is ignored hides the next real one: a test that expects output replaces the console itself with vi.spyOn.
const printed: string[] = [];

for (const level of ["error", "warn"] as const) {
  console[level] = (...args: unknown[]) => {
    printed.push(`console.${level}: ${format(...args)}`);
  };
}

function expectSilence(): void {
  const lines = printed.splice(0);
  if (lines.length > 0) {
    throw new Error(`the test printed to the error console, which counts as a failure:\n${lines.join("\n")}`);
  }
}

afterEach(expectSilence);
afterAll(expectSilence);
