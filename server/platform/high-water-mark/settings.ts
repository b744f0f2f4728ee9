import { resolve } from "node:path";
import { setting } from "#server/platform/process/settings.ts";

/** The folder of the high-water marks: EVENHAND_MARKS, or a folder in the data folder. */
export function marksFolder(dataFolder: string): string {
  // The comment stops the bundler from including the whole project because of a path it cannot resolve.
  return resolve(/* turbopackIgnore: true */ setting("EVENHAND_MARKS") || `${dataFolder}/marks`);
}
