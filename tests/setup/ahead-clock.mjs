// Loaded into a server before anything else (node --import): its clock is ahead by so many milliseconds.
const ahead = Number(process.env.EVENHAND_TEST_AHEAD);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  // Next wraps Date by its own properties, not by those it inherits.
  static UTC = RealDate.UTC;
  static parse = RealDate.parse;

  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + ahead);
    else super(...args);
  }
  static now() {
    return RealDate.now() + ahead;
  }
};
