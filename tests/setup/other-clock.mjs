// Loaded into a server before anything else (node --import). Its clock is fixed at EVENHAND_TEST_NOW, so that two servers write
// the same times; or it is ahead by EVENHAND_TEST_AHEAD milliseconds, or by the current number in the file
// EVENHAND_TEST_AHEAD_FILE.
import { readFileSync } from "node:fs";

const RealDate = Date;
const { EVENHAND_TEST_NOW: fixed, EVENHAND_TEST_AHEAD: ahead, EVENHAND_TEST_AHEAD_FILE: file } = process.env;
const aheadNow = file === undefined ? () => Number(ahead) : () => Number(readFileSync(file, "utf8"));
const now = fixed === undefined ? () => RealDate.now() + aheadNow() : () => Number(fixed);

globalThis.Date = class extends RealDate {
  // Next wraps Date by its own properties, not by those it inherits.
  static UTC = RealDate.UTC;
  static parse = RealDate.parse;

  constructor(...args) {
    if (args.length === 0) super(now());
    else super(...args);
  }
  static now() {
    return now();
  }
};
