import { v7 } from "uuid";
import { fixedBytes } from "#tests/setup/app.ts";

const firstId = Date.UTC(2026, 0, 5, 9);

/** Makes ids that are equal in each run: later ids sort later, and the draws of studies depend on their ids. */
export function repeatedIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return v7({ msecs: firstId + count, random: Buffer.from(fixedBytes("id", count), "hex") });
  };
}
