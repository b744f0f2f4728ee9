import { Refusal } from "./refusal.mjs";

/** Trials print figures, which are what they are run for. */
const isVerbose = process.env.EVENHAND_VERBOSE === "1";

/** Runs one part and prints its line: name, result, seconds; everything it said only if it failed, or if asked for. */
export async function report(name, work) {
  process.stdout.write(`${name.padEnd(10)}`);
  const began = Date.now();
  const result = await work().catch(asFailure);
  const seconds = ((Date.now() - began) / 1_000).toFixed(1);
  const details = [result.note, countsOf(result)].filter(Boolean).join(", ");
  process.stdout.write(`${result.failed > 0 ? "FAILED" : "ok"}  ${seconds} s${details && `  ${details}`}\n`);
  if (result.failed > 0 || isVerbose) process.stdout.write(`${result.output ?? ""}\n`);
  return result;
}

/** Names what was skipped, and says the three sums alone on the last line; returns the exit code. */
export function summarise(results, isCi) {
  const skipped = results.flatMap(({ skipped, note }) => skipped.map((test) => ({ reason: note, ...test })));
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  for (const { name, reason } of skipped)
    process.stdout.write(`skipped: ${name} (${reason ?? "no reason given"})\n`);
  if (isCi && skipped.length > 0) process.stdout.write("CI=true: what is skipped counts as a failure\n");
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
