import { watch } from "node:fs";

/** The polling interval in milliseconds: a change just as the watch begins is not always reported. */
const LOOK_AGAIN_MS = 200;

/** Resolves once the condition holds; checks at each change in the folder, and periodically. */
export function changed(folder: string, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return;
      watcher.close();
      clearInterval(timer);
      resolve();
    };
    const watcher = watch(folder, look);
    const timer = setInterval(look, LOOK_AGAIN_MS);
  });
}
