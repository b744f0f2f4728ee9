import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** A disk of its own, as far as this machine allows one. */
export type Disk = { readonly folder: string; readonly remove: () => void };

/** Returns whether file systems may be mounted: as root, and in most containers not even then. */
export function canMount(): boolean {
  try {
    smallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
}

/** Mounts a disk of this many megabytes in memory. */
export function smallDisk(megabytes: number): Disk {
  const folder = mkdtempSync(join(tmpdir(), "evenhand-disk-"));
  try {
    run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder);
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  return { folder: dataFolderIn(folder), remove: () => unmount(folder) };
}

/** Mounts a file as an ext4 disk that turns read-only when the kernel finds an error, and can be repaired. */
export function brittleDisk(): Disk & { readonly fail: () => void; readonly repair: () => void } {
  const root = mkdtempSync(join(tmpdir(), "evenhand-disk-"));
  const [image, folder] = [join(root, "image"), join(root, "disk")];
  writeFileSync(image, "");
  mkdirSync(folder);
  run("truncate", "-s", "64M", image);
  run("mkfs.ext4", "-q", image);
  const loop = run("losetup", "--find", "--show", image).trim();
  const mount = () => run("mount", "-o", "errors=remount-ro", loop, folder);
  mount();
  return {
    folder: dataFolderIn(folder),
    // Like a bad sector: the kernel refuses all writes.
    fail: () => writeFileSync(`/sys/fs/ext4/${basename(loop)}/trigger_fs_error`, "1"),
    repair: () => {
      run("umount", folder);
      // 1: errors were found and repaired
      run("sh", "-c", `fsck.ext4 -y ${loop} >/dev/null 2>&1 || [ $? = 1 ]`);
      mount();
    },
    remove: () => {
      unmount(folder);
      run("losetup", "--detach", loop);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function dataFolderIn(disk: string): string {
  const folder = join(disk, "data");
  mkdirSync(folder);
  return folder;
}

function unmount(folder: string): void {
  // Lazily, because a failed test may have left a process in it.
  run("umount", "--lazy", folder);
  rmSync(folder, { recursive: true, force: true });
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
