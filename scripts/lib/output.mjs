const SHOWN_LINES = 20;

/** Returns the end of a program's output, where it says why it failed. */
export function lastLines(output) {
  const lines = output.trimEnd().split("\n");
  if (lines.length <= SHOWN_LINES) return lines.join("\n");
  return [`(${lines.length - SHOWN_LINES} earlier lines are left out)`, ...lines.slice(-SHOWN_LINES)].join(
    "\n",
  );
}

/** Returns the cause of a failure as the end of a sentence; empty if it is not recognised. */
export function causeIn(output) {
  if (/\bENOSPC\b|no space left on device/i.test(output)) return ", because a disk is full";
  if (/\bEDQUOT\b|disk quota exceeded/i.test(output)) return ", because this user's disk quota is full";
  if (/\bEROFS\b|read-only file system/i.test(output)) return ", because a disk is read-only";
  // Linux kills a program that uses up the memory with this signal.
  if (/\bSIGKILL\b|out of memory/i.test(output)) return ", because memory ran out";
  return "";
}
