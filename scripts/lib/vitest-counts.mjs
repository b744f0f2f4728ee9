import { writeFileSync } from "node:fs";
import { relative } from "node:path";

/** Reports Vitest's results. Vitest's own JSON contains neither the reason of a skip nor a file that did not load. */
export default class VitestCounts {
  onTestRunEnd(files, unhandledErrors) {
    const tests = files.flatMap((file) => [...file.children.allTests()]);
    const inState = (state) => tests.filter((test) => test.result().state === state);
    const suites = files.flatMap((file) => [file, ...file.children.allSuites()]);
    const broken = suites.flatMap((suite) => suite.errors().map((error) => failure(nameOf(suite), error)));
    const unhandled = unhandledErrors.map((error) => failure("outside of any test", error));
    const counts = {
      passed: inState("passed").length,
      failed: [
        ...inState("failed").map((test) => failure(nameOf(test), test.result().errors[0])),
        ...broken,
        ...unhandled,
      ],
      skipped: inState("skipped").map((test) => ({ name: nameOf(test), reason: reasonOf(test) })),
    };
    writeFileSync(process.env.EVENHAND_COUNTS, JSON.stringify(counts));
  }
}

function failure(name, error) {
  return { name, reason: error?.message };
}

/** @returns the name of a test, a suite or a file, with the path of its file */
function nameOf(task) {
  const path = relative(process.cwd(), (task.module ?? task).moduleId);
  return [path, task.fullName].filter((part) => part && part !== task.moduleId).join(" > ");
}

function reasonOf(test) {
  return test.result().note ?? (test.options.mode === "todo" ? "still to be written" : undefined);
}
