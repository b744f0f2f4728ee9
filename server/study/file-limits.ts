/** The largest file: 20 MB. */
export const byteLimit = 20_000_000;
/** Bytes of the largest file with a list of rules: 50 MB. */
export const listByteLimit = 50_000_000;
/** The most people in one file. */
export const rowLimit = 100_000;
export const columnLimit = 200;
