import { Refusal } from "./refusal.mjs";

/** Trials print figures, which are what they are run for. */
const isVerbose = process.env.EVENHAND_VERBOSE === "1";

/** Runs one part of a test run. @returns its result with its seconds; an error is one failure */
export async function measure(work) {
  const began = Date.now();
  const result = await work().catch(asFailure);
  return { ...result, seconds: (Date.now() - began) / 1_000 };
}

/** Prints the line of a part that was measured: name, result, seconds, counts; its output only if it failed, or if asked for. */
export async function report(name, measured) {
  process.stdout.write(name.padEnd(10));
  const result = await measured;
  const details = [result.note, countsOf(result)].filter(Boolean).join(", ");
  const outcome = result.failed > 0 ? "FAILED" : "ok";
  process.stdout.write(`${outcome}  ${result.seconds.toFixed(1)} s${details && `  ${details}`}\n`);
  if (result.failed > 0 || isVerbose) process.stdout.write(`${result.output ?? ""}\n`);
  return result;
}

/** Names what was skipped and the tier, and prints the three sums alone on the last line. @returns the exit code */
export function summarise(results, { tierLine, seconds, isCi }) {
  const skipped = results.flatMap((result) => result.skipped);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  for (const { name, reason } of skipped)
    process.stdout.write(`skipped: ${name} (${reason ?? "no reason given"})\n`);
  if (isCi && skipped.length > 0) process.stdout.write("CI=true: a skipped test counts as a failure\n");
  process.stdout.write(`${tierLine} It took ${Math.round(seconds)} s.\n`);
  process.stdout.write(`${sum("passed")} passed, ${sum("failed")} failed, ${skipped.length} skipped\n`);
  return sum("failed") > 0 || (isCi && skipped.length > 0) ? 1 : 0;
}

function countsOf({ passed, failed, skipped }) {
  if (passed + failed + skipped.length <= 1) return "";
  return `${passed} passed, ${failed} failed, ${skipped.length} skipped`;
}

function asFailure(error) {
  return {
    passed: 0,
    failed: 1,
    skipped: [],
    output: error instanceof Refusal ? error.message : error.stack,
  };
}
