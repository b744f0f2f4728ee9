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
    const flaky = withOutcome("flaky");
    for (const test of flaky)
      process.stdout.write(`passed at the second try: ${nameOf(test)} (${errorOf(test)?.message})\n`);
    const counts = {
      passed: withOutcome("expected").length + flaky.length,
      failed: [
        ...withOutcome("unexpected").map((test) => ({ name: nameOf(test), reason: errorOf(test)?.message })),
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
