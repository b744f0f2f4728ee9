import { resolve } from "node:path";
import { assertRoom, assertWritable } from "./machine.mjs";
import { root } from "./root.mjs";

/** Disk space required: 2 MB for the demonstration, the rest for the first studies and SQLite's journal. */
const ROOM_MB = 100;

/** Returns the folder of the database and the secrets. The demonstration has its own, unless a folder is set. */
export function dataFolder(env, demo) {
  return resolve(root, env.EVENHAND_DATA || (demo && !env.DATABASE_URL ? "demo-data" : "data"));
}

/** Refuses, before any slow step, if nothing can be stored in the data folder. */
export function assertUsable(folder) {
  assertRoom(folder, ROOM_MB, "the data folder");
  assertWritable(
    folder,
    (reason) =>
      `Evenhand cannot write to its data folder ${folder}, since ${reason}: correct that, or name another folder, as in EVENHAND_DATA=/path npm start.`,
  );
}
