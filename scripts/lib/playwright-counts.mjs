import { writeFileSync } from "node:fs";

/** Reports Playwright's results in the same form as Vitest's, see vitest-counts.mjs. */
export default class PlaywrightCounts {
  #tests = [];
  #errorCount = 0;

  onBegin(_config, suite) {
    this.#tests = suite.allTests();
  }

  onError() {
    this.#errorCount += 1;
  }

  onEnd() {
    const withOutcome = (outcome) => this.#tests.filter((test) => test.outcome() === outcome);
    const counts = {
      passed: withOutcome("expected").length,
      failed: withOutcome("unexpected").length + withOutcome("flaky").length + this.#errorCount,
      skipped: withOutcome("skipped").map((test) => ({ name: nameOf(test), reason: reasonOf(test) })),
    };
    writeFileSync(process.env.EVENHAND_COUNTS, JSON.stringify(counts));
  }
}

function nameOf(test) {
  return test.titlePath().filter(Boolean).join(" > ");
}

function reasonOf(test) {
  return test.annotations.find(({ type }) => type === "skip" || type === "fixme")?.description;
}
