import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { dataFolder } from "../../scripts/lib/data-folder.mjs";
import { readStartOptions } from "../../scripts/lib/start-options.mjs";
import { withoutServerSettings } from "../../scripts/lib/without-server-settings.mjs";

const usual = { demo: false, worker: false, help: false, port: 3000, host: "127.0.0.1" };
const demo = { npm_config_demo: "true" };
const postgres = { DATABASE_URL: "postgres://db.example.org/evenhand" };

describe("options without the second --, as npm passes them on", () => {
  it.each<[string, string[], Record<string, string>, object]>([
    ["--demo", [], demo, { demo: true }],
    ["--no-demo", [], { npm_config_demo: "" }, {}],
    ["--port=3001", [], { npm_config_port: "3001" }, { port: 3001 }],
    ["--port 3001", ["3001"], { npm_config_port: "true" }, { port: 3001 }],
    ["--demo --port 3001", ["3001"], { ...demo, npm_config_port: "true" }, { demo: true, port: 3001 }],
    [
      "--host 0.0.0.0 --port 3001",
      ["0.0.0.0", "3001"],
      { npm_config_host: "true", npm_config_port: "true" },
      { host: "0.0.0.0", port: 3001 },
    ],
    ["--demo -- --port 3002", ["--port", "3002"], demo, { demo: true, port: 3002 }],
    ["--port 3001 -- --port 3002", ["3001", "--port", "3002"], { npm_config_port: "true" }, { port: 3002 }],
    ["--worker", [], { npm_config_worker: "true", ...postgres }, { worker: true }],
  ])("%s", (_, args, env, expected) => {
    expect(readStartOptions("npm start", args, env)).toEqual({ ...usual, ...expected });
  });

  it.each([
    [["3001"], {}],
    [[], { npm_config_port: "true" }],
    [["3001", "3002"], { npm_config_port: "true" }],
    [[], { npm_config_demo: "yes" }],
  ])("%j with %j is refused", (args, env) => {
    expect(() => readStartOptions("npm start", args, env)).toThrow(/^npm start knows only --demo/);
  });
});

describe("npm itself", () => {
  async function npm(...args: string[]): Promise<string> {
    const child = spawn("npm", args, {
      env: withoutServerSettings(process.env),
      stdio: ["ignore", "ignore", "pipe"],
    });
    return text(child.stderr);
  }

  async function takenPort(): Promise<string> {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const address = server.address();
    return String(address && typeof address === "object" ? address.port : 0);
  }

  it.each(["start", "run dev"])("npm %s passes the port on", async (command) => {
    const port = await takenPort();
    for (const option of [["--port", port], [`--port=${port}`]])
      expect(await npm(...command.split(" "), ...option)).toContain(`Port ${port} is in use`);
  });

  it("npm start passes --demo on", async () => {
    expect(await npm("start", "--demo", "--worker")).toContain("--worker cannot be combined with --demo.");
  });
});

describe("the data folder", () => {
  it("is a separate one for the demonstration, so that a plain start works afterwards", () => {
    expect(dataFolder({}, false)).toMatch(/\/data$/);
    expect(dataFolder({}, true)).toMatch(/\/demo-data$/);
  });

  it("is the configured one, and the default one with PostgreSQL", () => {
    expect(dataFolder({ EVENHAND_DATA: "/var/lib/evenhand" }, true)).toBe("/var/lib/evenhand");
    expect(dataFolder(postgres, true)).toMatch(/\/data$/);
  });
});
