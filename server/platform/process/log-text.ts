const levels: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warning",
  50: "error",
  60: "fatal",
};

/**
 * Formats a line of the application log for people: time, level, sentence and fields; the stack of an error below it.
 */
export function logText(json: string): string {
  const { time, level, msg, err, cause, pid: _, hostname: __, ...fields } = JSON.parse(json);
  const about = Object.entries(fields).map(([name, value]) => `${name}: ${inWords(value)}`);
  const head = `${new Date(time).toTimeString().slice(0, 8)} ${levels[level] ?? level}: ${msg ?? "no message"}`;
  const stack = (err ?? cause)?.stack;
  return `${head}${about.length > 0 ? ` (${about.join(", ")})` : ""}\n${stack === undefined ? "" : `${stack}\n`}`;
}

function inWords(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
