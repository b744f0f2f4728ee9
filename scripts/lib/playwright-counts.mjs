import { writeFileSync } from "node:fs";

/** Reports Playwright's results in the same form as Vitest's, see vitest-counts.mjs. */
export default class PlaywrightCounts {
  #tests = [];
  #errors = [];

  onBegin(_config, suite) {
    this.#tests = suite.allTests();
  }

  onError(error) {
    this.#errors.push({ name: "outside of any test", reason: error.message });
  }

  onEnd() {
    const withOutcome = (outcome) => this.#tests.filter((test) => test.outcome() === outcome);
    const failed = ["unexpected", "flaky"].flatMap(withOutcome);
    const counts = {
      passed: withOutcome("expected").length,
      failed: [
        ...failed.map((test) => ({ name: nameOf(test), reason: errorOf(test)?.message })),
        ...this.#errors,
      ],
      skipped: withOutcome("skipped").map((test) => ({ name: nameOf(test), reason: reasonOf(test) })),
    };
    writeFileSync(process.env.EVENHAND_COUNTS, JSON.stringify(counts));
  }
}

function nameOf(test) {
  return test.titlePath().filter(Boolean).join(" > ");
}

function errorOf(test) {
  return test.results.find(({ error }) => error)?.error;
}

function reasonOf(test) {
  return test.annotations.find(({ type }) => type === "skip" || type === "fixme")?.description;
}
