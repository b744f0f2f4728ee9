import { z } from "zod";
import { columnLimit } from "./file-limits.ts";

/** A column of a file, from 0. */
export const sourceSchema = z
  .int()
  .min(0)
  .max(columnLimit - 1);
