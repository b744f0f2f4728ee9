// Loaded into a server before anything else (node --import). Its clock stands at EVENHAND_TEST_NOW, so that two servers write
// the same times; or it is ahead by EVENHAND_TEST_AHEAD milliseconds.
const RealDate = Date;
const { EVENHAND_TEST_NOW: fixed, EVENHAND_TEST_AHEAD: ahead } = process.env;
const now = fixed === undefined ? () => RealDate.now() + Number(ahead) : () => Number(fixed);

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
