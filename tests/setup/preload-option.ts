import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The value of NODE_OPTIONS that loads a file first. A plain path would be cut at its first space. */
export function preloadOption(file: string): string {
  return `--import=${pathToFileURL(resolve(file)).href}`;
}
