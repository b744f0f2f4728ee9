import { readdirSync, readlinkSync } from "node:fs";

/** The processes whose working folder this is: those of a PostgreSQL that serves from it. */
export function workingIn(folder: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false; // ended meanwhile
    }
  });
}
