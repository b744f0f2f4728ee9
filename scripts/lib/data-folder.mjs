import { resolve } from "node:path";
import { assertRoom, assertWritable } from "./machine.mjs";
import { root } from "./root.mjs";

/** The demonstration takes 2 MB; the rest is for the first studies and for SQLite's journal. */
const ROOM_MB = 100;

/** The folder of the database and the secrets. The demonstration has one of its own, unless a place is set. */
export function dataFolder(env, demo) {
  return resolve(root, env.EVENHAND_DATA || (demo && !env.DATABASE_URL ? "demo-data" : "data"));
}

/** Refuses, before anything slow, when nothing can be kept in the data folder. */
export function assertUsable(folder) {
  assertRoom(folder, ROOM_MB, "the data folder");
  assertWritable(
    folder,
    (reason) =>
      `Evenhand cannot write to its data folder ${folder}, since ${reason}: correct that, or name another folder, as in EVENHAND_DATA=/path npm start.`,
  );
}
