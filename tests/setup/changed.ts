import { watch } from "node:fs";

/** Resolves with the first change in a folder after which the condition holds. */
export function changed(folder: string, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, () => {
      if (!isSo()) return;
      watcher.close();
      resolve();
    });
  });
}
