/** Test files that only the full tier runs, by pattern, with the reason. All others run in both tiers. */
export const FULL_ONLY = {
  "tests/trials/**": "each starts, kills or records servers, for seconds to minutes",
  "tests/scripts/{demo-start,inside,many-servers,outage,postgres,programs,serving,stopping,terminal-start}.test.ts":
    "each starts the built server, a database server or many programs",
  "tests/{queue/queue,db/pg-trouble,db/queries/locks}.test.ts": "they test what only PostgreSQL does",
  "tests/{analysis/groups/coverage,results/simulations/{repeat,rehearse-panel},studies/{learner/unlisted-trees,replay-guarded}}.test.ts":
    "each plays hundreds of rounds, for ten seconds or more",
  "tests/{cli/{demo-play,tables,verify,witness},platform/secrets/own-secrets,queue/take-over,rounds/beacon-processes,study/policy/exports}.test.ts":
    "each starts programs or servers, for ten seconds or more",
  "tests/pages/**": "it starts two built servers and compares all their pages",
  "tests/clients/**": "they need Python",
  "tests/mutants/**": "they test the tool of a trial, and one of them runs Vitest again and again",
};

/** The tag of the one browser test of the quick tier. */
export const JOURNEY = "@journey";

/**
 * The two tiers: the programs that their parts need, the arguments of the test runners, and the line printed at the
 * end.
 */
export const TIERS = {
  quick: {
    programs: { unit: [], e2e: ["chromium"] },
    line: "Quick tier. It left out PostgreSQL, the Python client, all browser tests but one, nine tenths of the exhaustive searches, and tests that start servers or play long studies: CI=true npm test runs everything.",
  },
  full: {
    programs: { unit: ["postgres", "python", "strace"], e2e: ["chromium", "python"] },
    line: "Full tier.",
  },
};

/** Returns the tier of this run: EVENHAND_TEST_TIER where a script sets it, full under CI, else quick. */
export function tierOf(env) {
  return env.EVENHAND_TEST_TIER ?? (env.CI === "true" ? "full" : "quick");
}
