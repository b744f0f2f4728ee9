import { z } from "zod";

/** The largest file: 20 MB. */
export const byteLimit = 20_000_000;
/** The most people in one file. */
export const rowLimit = 100_000;
export const columnLimit = 200;

/** A column of a file, from 0. */
export const sourceSchema = z
  .int()
  .min(0)
  .max(columnLimit - 1);
