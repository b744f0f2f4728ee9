import { existsSync, mkdtempSync, rmdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

/** Where the database and the secrets live. */
export function dataFolder(env) {
  return resolve(root, env.EVENHAND_DATA || "data");
}

/** Refuses, before anything slow, when the folder cannot be written or made. */
export function assertWritable(folder) {
  try {
    // Tried out, because the rights alone say nothing about read-only disks or a file in the way.
    rmdirSync(mkdtempSync(join(nearestExisting(folder), ".evenhand-")));
  } catch {
    throw new Refusal(
      `Evenhand cannot write to its data folder ${folder}: give this user the right to, or name another folder, as in EVENHAND_DATA=/path npm start.`,
    );
  }
}

function nearestExisting(folder) {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder));
}
