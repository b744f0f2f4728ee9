import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { nodeComplaint } from "../../scripts/lib/node-version.mjs";
import { withoutServerSettings } from "../../scripts/lib/without-server-settings.mjs";

async function start(args: string[], settings: Record<string, string> = {}, command = "start") {
  const script = spawn(process.execPath, ["scripts/run.mjs", command, ...args], {
    env: { ...withoutServerSettings(process.env), ...settings },
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    script[name].on("data", (chunk) => {
      output[name] += chunk;
    });
  }
  const [code] = await once(script, "close");
  return { code, ...output };
}

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return address && typeof address === "object" ? address.port : 0;
}

describe("npm start refuses before it installs or builds anything", () => {
  test("a port that another program uses", async () => {
    const port = await takenPort();
    const { code, stdout, stderr } = await start(["--port", String(port)]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      `Port ${port} is in use: stop the program that uses it or choose another, as in PORT=${port + 1} npm start.\n`,
    );
  });

  test.each(["abc", "0", "65536", "3000.5", "1e3", " 3000"])("the port %j", async (port) => {
    const { code, stderr } = await start([], { PORT: port });
    expect(code).toBe(1);
    expect(stderr).toBe(
      `The port must be a whole number from 1 to 65535 and "${port}" is not: use for example PORT=3001 npm start.\n`,
    );
  });

  test.each(["localhost", "everywhere", "256.0.0.1", "127.0.0.1:3000"])("the host %j", async (host) => {
    const { code, stderr } = await start(["--port", "65533", "--host", host]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The host must be an address of this machine in numbers .* --host 0\.0\.0\.0 .*\n$/,
    );
  });

  test.each(["soon", "-1", "1.5", "3601"])("a shutdown timeout of %j", async (seconds) => {
    const { code, stderr } = await start(["--port", "65533"], { EVENHAND_STOP_SECONDS: seconds });
    expect(code).toBe(1);
    expect(stderr).toBe(
      `EVENHAND_STOP_SECONDS must be whole seconds from 0 to 3600, and "${seconds}" is not.\n`,
    );
  });

  test("an address that this machine does not have", async () => {
    // An address reserved for documentation.
    const { code, stderr } = await start(["--port", "65533"], { EVENHAND_HOST: "192.0.2.1" });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^This machine has no address 192\.0\.2\.1: .*\n$/);
  });

  test.each(["0.0.0.0", "::"])("listening on %s without a public address", async (host) => {
    const { code, stderr } = await start(["--port", "65533", "--host", host]);
    expect(code).toBe(1);
    expect(stderr).toContain(`NEXTAUTH_URL=http://192.168.1.5:65533 npm start -- --host ${host}`);
  });

  test.each(["evenhand.example", "ftp://evenhand.example", "https://evenhand.example/path"])(
    "the public address %j",
    async (address) => {
      const { code, stderr } = await start(["--port", "65533"], { NEXTAUTH_URL: address });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^NEXTAUTH_URL must be the address people use, such as .*\n$/);
    },
  );

  test.each([
    [["--worker"], {}, /^A worker needs PostgreSQL/],
    [
      ["--worker", "--demo"],
      { DATABASE_URL: "postgres://127.0.0.1:1/none" },
      /^--worker cannot be combined with --demo\.\n$/,
    ],
  ])("a worker without PostgreSQL or with --demo: %j", async (args, env, words) => {
    const { code, stderr } = await start(args, env);
    expect(code).toBe(1);
    expect(stderr).toMatch(words);
  });

  test("an unknown option", async () => {
    const { code, stderr } = await start(["--prot", "3001"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^npm start knows only .*\n$/);
  });

  test("a data folder that cannot be created", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const { code, stderr } = await start(["--port", "65533"], { EVENHAND_DATA: join(file, "data") });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Evenhand cannot write to its data folder .*\n$/);
  });
});

test("npm run dev names itself in a refusal", async () => {
  const { code, stderr } = await start(["--prot", "3001"], {}, "dev");
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'npm run dev knows only --demo, --worker, --port N, --host ADDRESS and --help, not "--prot 3001": run npm run dev -- --help.\n',
  });
});

test("an old Node is refused with the required version", () => {
  expect(nodeComplaint({ node: "18.20.8" })).toContain("needs Node 20 or later");
  expect(nodeComplaint({ node: "20.0.0" })).toBeUndefined();
});
