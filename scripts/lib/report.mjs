import { Refusal } from "./refusal.mjs";

/** Whether to print all output: trials are run for the figures that they print. */
const isVerbose = process.env.EVENHAND_VERBOSE === "1";

/** Runs one part of a test run. @returns its result with its duration in seconds; an error is one failure, of the part */
export async function measure(work) {
  const began = Date.now();
  const result = await work().catch(asFailure);
  return { ...result, seconds: (Date.now() - began) / 1_000 };
}

/** Prints the line of a measured part: name, result, seconds, counts; its output only if it failed or on request. */
export async function report(name, measured) {
  process.stdout.write(name.padEnd(10));
  const { failed: some, ...rest } = await measured;
  const result = { ...rest, failed: some.map((failure) => ({ name, ...failure })) };
  const details = [result.note, countsOf(result)].filter(Boolean).join(", ");
  const outcome = result.failed.length > 0 ? "FAILED" : "ok";
  process.stdout.write(`${outcome}  ${result.seconds.toFixed(1)} s${details && `  ${details}`}\n`);
  if (result.failed.length > 0 || isVerbose) process.stdout.write(`${result.output ?? ""}\n`);
  return result;
}

/** Prints what failed and what was skipped, the tier and, alone on the last line, the sums. @returns the exit code */
export function summarise(results, { tierLine, seconds, isCi }) {
  const [failed, skipped] = ["failed", "skipped"].map((key) => results.flatMap((result) => result[key]));
  const passed = results.reduce((total, result) => total + result.passed, 0);
  for (const { name, reason } of failed) process.stdout.write(`failed: ${name} (${firstLine(reason)})\n`);
  for (const { name, reason } of skipped)
    process.stdout.write(`skipped: ${name} (${reason ?? "no reason given"})\n`);
  if (isCi && skipped.length > 0) process.stdout.write("CI=true: a skipped test counts as a failure\n");
  process.stdout.write(`${tierLine} It took ${Math.round(seconds)} s.\n`);
  process.stdout.write(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped\n`);
  return failed.length > 0 || (isCi && skipped.length > 0) ? 1 : 0;
}

function countsOf({ passed, failed, skipped }) {
  if (passed + failed.length + skipped.length <= 1) return "";
  return `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`;
}

function firstLine(text = "see its output above") {
  return text.trimStart().split("\n", 1)[0];
}

function asFailure(error) {
  const output = error instanceof Refusal ? error.message : error.stack;
  return { passed: 0, failed: [{ reason: error.message }], skipped: [], output };
}
