import { readdirSync, readlinkSync } from "node:fs";

/** Lists the processes with this working folder: those of a PostgreSQL server that uses it. */
export function workingIn(folder: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false; // ended meanwhile
    }
  });
}
