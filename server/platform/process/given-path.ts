import { resolve } from "node:path";

/**
 * Resolves a path from the command line against the folder in which the user typed the command. npm and ./evenhand run
 * a program in Evenhand's own folder and pass the user's folder in INIT_CWD.
 */
export function givenPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? "", path);
}
