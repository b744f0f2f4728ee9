import { accessSync, constants, existsSync, readFileSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

const GIGABYTE = 2 ** 30;
const MOUNTS = "/proc/mounts";

/**
 * Returns a folder for temporary data: in memory, where no write waits for a disk, if Linux's folder for that has
 * enough space and allows programs in it; otherwise the usual temporary folder.
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

/** Returns whether the last mount of a folder forbids programs; `mounts` as Linux lists them, one per line. */
export function forbidsPrograms(folder, mounts) {
  const mount = mounts
    .split("\n")
    .map((line) => line.split(" "))
    .findLast(([, where]) => where === folder);
  return mount?.[3].split(",").includes("noexec") ?? false;
}
