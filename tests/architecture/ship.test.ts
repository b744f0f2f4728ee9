import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { setting } from "#server/platform/process/settings.ts";
import { variables } from "#server/platform/process/variables.ts";
import { SOURCES } from "../../scripts/lib/build.mjs";
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

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

/** Lists the npm scripts in a text that package.json lacks. */
const unknownScripts = (text: string) =>
  [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? "").filter((name) => !(name in scripts));

/** Reads the words of instructions that can span several lines. */
const textOf = (keyword: string) =>
  named(keyword)
    .map((one) => one.getTextContent())
    .join("\n");

describe("the Dockerfile", () => {
  it("has both images as arguments with an exact tag", () => {
    expect(images().join(" ")).toMatch(/^\$\{BUILD_BASE\} \$\{BASE\}$/);
    expect(textOf("ARG")).toMatch(/^ARG BUILD_BASE=node:\d+-trixie-slim$/m);
    expect(textOf("ARG")).toMatch(/^ARG BASE=debian:13-slim$/m);
  });

  it("makes backups with the pg_dump version of the compose file's server", () => {
    const major = /^ARG POSTGRES=(\d+)$/m.exec(textOf("ARG"))?.[1];
    const { db } = readCompose("deploy/compose.servers.yaml").services;
    expect(db?.image).toMatch(new RegExp(`^postgres:${major}\\.\\d+$`));
    expect(textOf("RUN")).toMatch(/postgresql-client-\$\{POSTGRES\}/);
  });

  it("copies existing files in the build context, and installs before files that change often", () => {
    const own = named("COPY").filter((copy) => !copy.getTextContent().includes("--from="));
    const sources = own.flatMap((copy) => argumentsOf(copy).slice(0, -1));
    expect(sources).toContain("package-lock.json");
    for (const source of sources)
      expect([source, isInTree(source), isSent(source)]).toEqual([source, true, true]);
    expect(sources.at(-1)).toBe(".");
  });

  it("has in its context all files of a build and a release, but no data or settings", () => {
    expect(SOURCES).toContain("app");
    const others = [
      "docs/operations.md",
      "docs/help/auditor.en.md",
      "docs/screens/judging-wide-light.png",
      "db/migrations",
      "deploy/Caddyfile",
      ".env.example",
    ];
    for (const name of [...SOURCES, ...others]) expect([name, isSent(name)]).toEqual([name, true]);
    const data = ["data/secrets.json", "demo-data/secrets.json", "evenhand.env", ".env", ".git/config"];
    for (const name of [...data, "node_modules/next/package.json", ".build/release"])
      expect([name, isSent(name)]).toEqual([name, false]);
    expect(ignoredNames()).not.toContain("*");
  });

  it("runs only the build of the image as root, and listens on the proxy's port", () => {
    const last = instructions.map((one) => one.getKeyword());
    expect(argumentsOf(named("USER")[0] as never)).toEqual(["1000:1000"]);
    expect(last.indexOf("USER")).toBeGreaterThan(last.lastIndexOf("RUN"));
    expect(argumentsOf(named("EXPOSE")[0] as never)).toEqual([String(setting("PORT", {}))]);
    expect(textOf("ENV")).toMatch(/EVENHAND_HOST=0\.0\.0\.0/);
  });

  it("starts a release, and checks its health on the configured port", () => {
    expect(unknownScripts(readFileSync("Dockerfile", "utf8"))).toEqual([]);
    expect(programOf(named("CMD")[0])).toEqual(["evenhand", "start"]);
    expect(programOf(named("HEALTHCHECK")[0])).toEqual(["evenhand", "health"]);
  });

  it("has a version, and a volume for every folder that it writes to", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(textOf("ARG")).toContain(`ARG VERSION=${version}`);
    expect(textOf("LABEL")).toMatch(/org\.opencontainers\.image\.version="\$\{VERSION\}"/);
    const volumes = argumentsOf(named("VOLUME")[0] as never);
    for (const name of ["EVENHAND_DATA", "EVENHAND_MARKS", "TMPDIR"])
      expect(volumes).toContain(new RegExp(`${name}=(\\S+)`).exec(textOf("ENV"))?.[1]);
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

  it("refers only to its volumes and services, and to existing files", () => {
    const folder = file.includes("/") ? "deploy/" : "";
    for (const { volumes = [], depends_on = {} } of Object.values(compose.services)) {
      for (const [from = ""] of volumes.map((volume) => volume.split(":"))) {
        const isThere = from.startsWith("./") ? isInTree(`${folder}${from}`) : from in compose.volumes;
        expect([from, isThere]).toEqual([from, true]);
      }
      for (const name of Object.keys(depends_on)) expect(Object.keys(compose.services)).toContain(name);
    }
  });

  it("gives a server enough time to stop, and has the image's volumes", () => {
    const own = Object.values(compose.services).filter(({ image }) => image === "evenhand");
    expect(own.length).toBeGreaterThan(0);
    for (const { stop_grace_period: grace = "", volumes, command } of own) {
      expect(Number.parseInt(grace, 10)).toBeGreaterThanOrEqual(setting("EVENHAND_STOP_SECONDS", {}) + 10);
      const folders = argumentsOf(named("VOLUME")[0] as never);
      expect(volumes).toEqual(folders.map((path) => `${path.slice(1)}:${path}`));
      expect(command?.slice(0, 2) ?? ["evenhand", "start"]).toEqual(["evenhand", "start"]);
    }
  });
});

it.each(["compose.yaml", "deploy/compose.servers.yaml"])(
  "%s: backups and high-water marks are on configured disks, separate from the database",
  (file) => {
    const { services, volumes } = readCompose(file);
    const devices = ["backups", "marks"].map((name) => volumes[name]?.driver_opts?.device);
    expect(devices).toEqual([
      expect.stringMatching(/^\$\{BACKUPS:\?/),
      expect.stringMatching(/^\$\{MARKS:\?/),
    ]);
    for (const { image, environment } of Object.values(services))
      if (image === "evenhand") expect(environment?.EVENHAND_BACKUP_FOLDER).toBe("/backups");
  },
);

describe("the unit of systemd", () => {
  const unit = readUnit("deploy/evenhand.service");
  const one = (name: string) => unit.get(`Service.${name}`)?.[0] ?? "";

  it("starts a release in its unpacked folder, with a writable data folder", () => {
    expect(one("ExecStart")).toBe(`${one("WorkingDirectory")}/evenhand start`);
    expect(one("Environment")).toBe(`EVENHAND_DATA=/var/lib/${one("StateDirectory")}`);
    expect([one("User"), one("ProtectSystem"), one("NoNewPrivileges")]).toEqual([
      "evenhand",
      "strict",
      "yes",
    ]);
    expect(unknownScripts(readFileSync("deploy/evenhand.service", "utf8"))).toEqual([]);
  });

  it("gives it enough time to stop", () => {
    expect(Number(one("TimeoutStopSec"))).toBeGreaterThanOrEqual(setting("EVENHAND_STOP_SECONDS", {}) + 10);
  });
});
