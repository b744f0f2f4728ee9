import { resolve } from "node:path";

/** EVENHAND_MARKS, or a folder in the data folder. */
export function marksFolder(env: Readonly<Record<string, string | undefined>>, dataFolder: string): string {
  // The comment keeps the bundler from taking the whole project along because of a path it cannot foresee.
  return resolve(/* turbopackIgnore: true */ env.EVENHAND_MARKS || `${dataFolder}/marks`);
}
