import { expect, it, vi } from "vitest";
import { hasApt } from "../../scripts/lib/apt.mjs";
import { ensureProgram, PROGRAMS } from "../../scripts/lib/test-programs.mjs";

const all = Object.entries(PROGRAMS);
const absent = { find: () => undefined };

it("an installed program is used, and nothing is installed", async () => {
  const install = vi.fn();
  const found = { ...PROGRAMS.strace, find: () => "/usr/bin/strace" };
  expect(await ensureProgram(found, install)).toEqual({ path: "/usr/bin/strace" });
  expect(install).not.toHaveBeenCalled();
});

it("a missing program is installed by its Debian package", async () => {
  let installed = "";
  const install = async (name: string) => {
    installed = name;
    return undefined;
  };
  const program = { ...PROGRAMS.python, find: () => (installed === "" ? undefined : "/usr/bin/python3") };
  expect(await ensureProgram(program, install)).toEqual({ path: "/usr/bin/python3", isNew: true });
  expect(installed).toBe("python3-venv");
});

it.each(all)(
  "%s: if it cannot be installed, one sentence names the skipped tests, the reason and the remedy",
  async (_, program) => {
    const why = "you are not root, and sudo asks for a password or is not installed";
    const { missing } = await ensureProgram({ ...program, ...absent }, async () => why);
    const { title, neededBy, debian, elsewhere }: { elsewhere?: string } & typeof program = program;
    const command = hasApt() ? `sudo apt-get install --no-install-recommends ${debian}` : elsewhere;
    expect(missing).toBe(
      `${title} is not installed and could not be installed, so ${neededBy} are left out (${why}). ${
        command ? `Install it with: ${command}` : "It does not exist for this system."
      }`,
    );
  },
);

it("a package that this system lacks is not named as the remedy", async () => {
  const why = "apt-get could not install it: E: Unable to locate package chromium-headless-shell";
  const { missing } = await ensureProgram({ ...PROGRAMS.chromium, ...absent }, async () => why);
  expect(missing).toContain("Install it with: npx playwright install chromium");
});
