import { writeFileSync } from "node:fs";

/** Reports Vitest's results. Vitest's own JSON contains neither the reason of a skip nor a file that did not load. */
export default class VitestCounts {
  onTestRunEnd(files, unhandledErrors) {
    const tests = files.flatMap((file) => [...file.children.allTests()]);
    const inState = (state) => tests.filter((test) => test.result().state === state);
    const suites = files.flatMap((file) => [file, ...file.children.allSuites()]);
    const errorCount = suites.flatMap((suite) => suite.errors()).length + unhandledErrors.length;
    const counts = {
      passed: inState("passed").length,
      failed: inState("failed").length + errorCount,
      skipped: inState("skipped").map((test) => ({ name: test.fullName, reason: reasonOf(test) })),
    };
    writeFileSync(process.env.EVENHAND_COUNTS, JSON.stringify(counts));
  }
}

function reasonOf(test) {
  return test.result().note ?? (test.options.mode === "todo" ? "still to be written" : undefined);
}
