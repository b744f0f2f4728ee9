import { accessSync, constants, readFileSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

const GIGABYTE = 2 ** 30;

/**
 * Where data that is thrown away at the end is kept while it is needed: in memory, where no write waits for a disk, if
 * Linux has its folder for that with enough room, and lets programs lie there; else the usual temporary folder.
 */
export function memoryFolder(memory = "/dev/shm", room = 4 * GIGABYTE) {
  return hasRoom(memory, room) && !forbidsPrograms(memory) ? memory : tmpdir();
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

function forbidsPrograms(folder) {
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .findLast(([, where]) => where === folder);
  return mount?.[3].split(",").includes("noexec") ?? false;
}
