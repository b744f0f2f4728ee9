import { existsSync, mkdtempSync, rmdirSync, statfsSync } from "node:fs";
import { totalmem } from "node:os";
import { dirname, join } from "node:path";
import { Refusal } from "./refusal.mjs";

const MB = 1_000_000;

/** Refuses if the disk of a folder has less space than `purpose` needs. The folder need not exist yet. */
export function assertRoom(folder, neededMb, purpose) {
  const complaint = roomComplaint(folder, statfsSync(nearestExisting(folder)), neededMb, purpose);
  if (complaint) throw new Refusal(complaint);
}

/**
 * Returns the sentence to show if a disk has too little space, or undefined.
 *
 * @internal for tests
 */
export function roomComplaint(folder, { blocks, bavail, bsize }, neededMb, purpose) {
  // Some network disks report no figures.
  if (blocks === 0 || bavail * bsize >= neededMb * MB) return undefined;
  return `The disk of ${folder} has too little room: ${inWords(Math.floor((bavail * bsize) / MB))} are free and ${purpose} needs about ${inWords(neededMb)}. Nothing was changed: free some space and run this again.`;
}

/** Refuses with the given sentence if nothing can be written to a folder. */
export function assertWritable(folder, complaint) {
  try {
    // Tested by writing: permissions do not reveal a read-only disk or a file in the way.
    rmdirSync(mkdtempSync(join(nearestExisting(folder), ".evenhand-")));
  } catch (error) {
    throw new Refusal(complaint(reasons[error.code] ?? error.code));
  }
}

const reasons = {
  EROFS: "its disk is read-only",
  EACCES: "this user lacks the permission",
  EPERM: "this user lacks the permission",
  ENOSPC: "its disk is full",
  EDQUOT: "this user's disk quota is full",
  ENOTDIR: "a file is in its place",
};

/** Returns the sentence to print if a build may run out of memory, or undefined. */
export function memoryComplaint(neededMb, available = availableMemory()) {
  if (available >= neededMb * MB) return undefined;
  return `Only ${inWords(Math.floor(available / MB))} of memory are free and the build needs about ${inWords(neededMb)}: if it fails, close other programs and run this again.`;
}

/**
 * Returns the memory still available to this process, within its container's limit. Only Linux counts memory that it
 * could free.
 */
function availableMemory() {
  return process.platform === "linux" ? process.availableMemory() : totalmem();
}

function nearestExisting(folder) {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder));
}

function inWords(mb) {
  return mb < 1_000 ? `${mb} MB` : `${(mb / 1_000).toFixed(1)} GB`;
}
