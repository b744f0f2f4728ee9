import { accessSync, constants, existsSync, readFileSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

const GIGABYTE = 2 ** 30;
const MOUNTS = "/proc/mounts";

/**
 * Where data that is thrown away at the end is kept while it is needed: in memory, where no write waits for a disk, if
 * Linux has its folder for that with enough room, and lets programs lie there; else the usual temporary folder.
 */
export function memoryFolder(memory = "/dev/shm", room = 4 * GIGABYTE) {
  const mounts = existsSync(MOUNTS) ? readFileSync(MOUNTS, "utf8") : "";
  return hasRoom(memory, room) && !forbidsPrograms(memory, mounts) ? memory : tmpdir();
}

function hasRoom(folder, room) {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= room && freemem() >= 2 * room;
  } catch {
    return false;
  }
}

/** Whether the last mount of a folder says so; `mounts` as Linux lists them, a line each. */
export function forbidsPrograms(folder, mounts) {
  const mount = mounts
    .split("\n")
    .map((line) => line.split(" "))
    .findLast(([, where]) => where === folder);
  return mount?.[3].split(",").includes("noexec") ?? false;
}
