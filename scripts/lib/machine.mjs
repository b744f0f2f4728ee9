import { existsSync, mkdtempSync, rmdirSync, statfsSync } from "node:fs";
import { totalmem } from "node:os";
import { dirname, join } from "node:path";
import { Refusal } from "./refusal.mjs";

const MB = 1_000_000;

/** Refuses when the disk of a folder has less room than `purpose` needs. The folder need not exist yet. */
export function assertRoom(folder, neededMb, purpose) {
  const complaint = roomComplaint(folder, statfsSync(nearestExisting(folder)), neededMb, purpose);
  if (complaint) throw new Refusal(complaint);
}

/**
 * The sentence to show when a disk has too little room, or undefined.
 *
 * @internal for tests
 */
export function roomComplaint(folder, { blocks, bavail, bsize }, neededMb, purpose) {
  // Some network disks give no figures at all.
  if (blocks === 0 || bavail * bsize >= neededMb * MB) return undefined;
  return `The disk of ${folder} has too little room: ${inWords(Math.floor((bavail * bsize) / MB))} are free and ${purpose} needs about ${inWords(neededMb)}. Nothing was changed: free some space and run this again.`;
}

/** Refuses when nothing can be written to a folder, by this sentence about the reason. */
export function assertWritable(folder, complaint) {
  try {
    // Tried out: permissions say nothing about a read-only disk or a file in the way.
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

/** The sentence to print when a build may run out of memory, or undefined. */
export function memoryComplaint(neededMb, available = availableMemory()) {
  if (available >= neededMb * MB) return undefined;
  return `Only ${inWords(Math.floor(available / MB))} of memory are free and the build needs about ${inWords(neededMb)}: if it fails, close other programs and run this again.`;
}

/** What this process may still take, within the limit of its container. Only Linux counts what it could free. */
function availableMemory() {
  return process.platform === "linux" ? process.availableMemory() : totalmem();
}

function nearestExisting(folder) {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder));
}

function inWords(mb) {
  return mb < 1_000 ? `${mb} MB` : `${(mb / 1_000).toFixed(1)} GB`;
}
