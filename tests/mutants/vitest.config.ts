import { mergeConfig } from "vitest/config";
import standard from "../../vitest.config.ts";

/** The standard configuration, with the tests of one area. */
const config = mergeConfig(standard, {
  test: {
    setupFiles: ["tests/mutants/setup/activate-in-children.ts"],
    // A mutated test is slower, and two run at once. Stryker itself ends tests that hang.
    ...{ testTimeout: 120_000, hookTimeout: 120_000 },
  },
});
// Assigned, because merging would add to the standard list.
config.test.include = JSON.parse(process.env.EVENHAND_MUTANTS_TESTS ?? "[]");

export default config;
