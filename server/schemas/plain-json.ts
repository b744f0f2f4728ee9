/**
 * Answers hold only JSON values, so they are passed on unchanged, and tRPC keeps their types. Looking for dates and
 * maps in 10,000 pairs would block every request for 0.3 s.
 */
export const plainJson = {
  serialize: <Value>(value: Value): Value => value,
  deserialize: <Value>(value: Value): Value => value,
};
