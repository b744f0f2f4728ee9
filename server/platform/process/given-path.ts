import { resolve } from "node:path";

/**
 * Resolves a path from the command line against the folder where the command was typed. npm and ./evenhand run a program in
 * Evenhand's own folder and name that folder in INIT_CWD.
 */
export function givenPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? "", path);
}
