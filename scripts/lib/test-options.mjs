export const testHelp = `Usage: npm test [-- part or filter ...]

  npm test                       the quick tier, in minutes: types, lint, knip, build, unit tests on SQLite, one browser test
  CI=true npm test               the full tier: everything, also on PostgreSQL and in the browser; a skipped test is a failure
  npm test -- unit               only the tests of tests/**/*.test.ts
  npm test -- e2e                only the browser tests of tests/e2e
  npm test -- types lint knip    only these checks
  npm test -- tests/audit-log rounds   only test files whose path contains one of these words, also those of the full tier
  npm test -- e2e rounds         the same of the browser tests

The unit and browser tests build the application first when a source changed; for one quick file, npx vitest run FILE.

Environment:
  CI=true                   the full tier
  EVENHAND_TEST_POSTGRES    postgres://... of a server to test on, instead of a temporary one
  EVENHAND_VERBOSE=1        shows what a part printed also when it passed
  EVENHAND_CHROMIUM         the path of a Chromium or Chrome, instead of the one that is found
`;

const parts = ["types", "lint", "knip", "build", "unit", "e2e"];

/**
 * Reads which parts to run and, for the two that run test files, the words that their paths must contain (none: all).
 */
export function readTestOptions(args) {
  const named = args.filter((arg) => parts.includes(arg));
  const words = args.filter((arg) => !parts.includes(arg));
  const isOfBrowser = named.includes("e2e") && !named.includes("unit") ? () => true : isBrowserTest;
  const filters = { unit: words.filter((word) => !isOfBrowser(word)), e2e: words.filter(isOfBrowser) };
  const filtered = Object.keys(filters).filter((part) => filters[part].length > 0);
  const wanted = new Set(args.length === 0 ? parts : [...named, ...filtered]);
  // Some unit tests start the built server.
  if (wanted.has("unit") || wanted.has("e2e")) wanted.add("build");
  return { help: args.includes("--help"), wanted, filters };
}

function isBrowserTest(word) {
  return word.includes("e2e/") || word.includes(".spec");
}
