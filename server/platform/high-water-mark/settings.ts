import { resolve } from "node:path";
import { setting } from "#server/platform/process/settings.ts";

/** EVENHAND_MARKS, or a folder in the data folder. */
export function marksFolder(dataFolder: string): string {
  // The comment keeps the bundler from taking the whole project along because of a path it cannot foresee.
  return resolve(/* turbopackIgnore: true */ setting("EVENHAND_MARKS") || `${dataFolder}/marks`);
}
