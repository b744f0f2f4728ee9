// Loaded into a server before anything else (node --import): its clock stands, so that two servers write the same times.
const fixed = Number(process.env.EVENHAND_TEST_NOW);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  // Next wraps Date by its own properties, not by those it inherits.
  static UTC = RealDate.UTC;
  static parse = RealDate.parse;

  constructor(...args) {
    if (args.length === 0) super(fixed);
    else super(...args);
  }
  static now() {
    return fixed;
  }
};
