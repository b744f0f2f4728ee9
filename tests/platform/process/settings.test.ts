import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkSettings, setting } from "#server/platform/process/settings.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { variables } from "#server/platform/process/variables.ts";
import { sourceFiles } from "#tests/architecture/source-files.ts";

const all = Object.entries(variables);

describe("a setting", () => {
  it("that is blank or missing has its default", () => {
    for (const [name, { usual }] of all) {
      expect(setting(name as keyof typeof variables, {})).toBe(usual);
      expect(setting(name as keyof typeof variables, { [name]: " " })).toBe(usual);
    }
  });

  it("is parsed to its type, again after each change", () => {
    expect(setting("PORT", { PORT: "8080" })).toBe(8_080);
    expect(setting("PORT", { PORT: " 8081 " })).toBe(8_081);
    expect(setting("EVENHAND_TRUST_PROXY", { EVENHAND_TRUST_PROXY: "1" })).toBe(true);
    expect(setting("NEXTAUTH_URL", { NEXTAUTH_URL: "https://evenhand.example/" })).toBe(
      "https://evenhand.example",
    );
  });

  it.each([
    ["PORT", "0", "a whole number from 1 to 65535"],
    ["PORT", "3e3", "a whole number from 1 to 65535"],
    ["NEXTAUTH_URL", "evenhand.example", "an address without a path, such as https://evenhand.example.org"],
    ["EVENHAND_TRUST_PROXY", "yes", "1 or 0"],
    ["EVENHAND_SECOND_FACTOR", "admins", "one of administrators, everyone, none"],
    ["EVENHAND_STOP_SECONDS", "3601", "whole seconds from 0 to 3600"],
    ["EVENHAND_BEACON_DELAY", "soon", "whole seconds from 0 to 3600"],
    ["EVENHAND_LOG_LEVEL", "loud", "one of fatal, error, warn, info, debug, trace, silent"],
  ])("%s=%s is refused at start with the value and what is expected", (name, text, expected) => {
    expect(refusalOf({ [name]: text })).toBe(`${name} must be ${expected}, and "${text}" is not.`);
  });

  it.each([
    ["PORT", 1, 65_535],
    ["EVENHAND_BACKUP_HOURS", 1, 10_000],
    ["EVENHAND_BACKUP_KEEP", 1, 10_000],
    ["EVENHAND_STOP_SECONDS", 0, 3_600],
    ["EVENHAND_BEACON_DELAY", 0, 3_600],
    ["EVENHAND_CLOCK_LIMIT", 60, 31_536_000],
  ] as const)("%s is from %i to %i", (name, least, most) => {
    expect([least, most].map((value) => setting(name, { [name]: String(value) }))).toEqual([least, most]);
    for (const beyond of [least - 1, most + 1])
      expect(refusalOf({ [name]: String(beyond) })).toMatch(new RegExp(` from ${least} to ${most}, and`));
  });

  it.each([
    ["EVENHAND_SECOND_FACTOR", ["administrators", "everyone", "none"]],
    ["EVENHAND_WORK", ["on", "off"]],
    ["EVENHAND_LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "trace", "silent"]],
    ["DATABASE_URL", ["postgres://a@b/c", "postgresql://a@b/c"]],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", ["http://a.example:4318/v1", "https://a.example"]],
    ["EVENHAND_METRICS_TOKEN", ["0123456789abcdef", "-._~+/=89abcdefg"]],
  ] as const)("%s may be one of %j", (name, accepted) => {
    expect(accepted.map((text) => setting(name, { [name]: text }))).toEqual(accepted);
  });

  it.each([
    ["NEXTAUTH_URL", "https://evenhand.example/path"],
    ["NEXTAUTH_URL", "https://evenhand.example/?a=b"],
    ["NEXTAUTH_URL", "https://evenhand.example/#a"],
    ["NEXTAUTH_URL", "ftp://evenhand.example"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector.example"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "grpc://collector.example"],
    ["EVENHAND_TRUST_PROXY", "2"],
  ])("%s is not %s", (name, text) => {
    expect(refusalOf({ [name]: text })).toContain(`, and "${text}" is not.`);
  });

  it("that is a switch is off or on", () => {
    const isTrusted = (text: string) => setting("EVENHAND_TRUST_PROXY", { EVENHAND_TRUST_PROXY: text });
    expect(["1", "0"].map(isTrusted)).toEqual([true, false]);
  });

  it("that is secret is not repeated in a message", () => {
    expect(refusalOf({ EVENHAND_METRICS_TOKEN: "0123456789abcde" })).toBe(
      "EVENHAND_METRICS_TOKEN must be 16 or more letters, digits and -._~+/=, and what is set is not.",
    );
    const secret = all.flatMap(([name, about]) => ("isSecret" in about && about.isSecret ? [name] : []));
    expect(secret).toEqual([
      "DATABASE_URL",
      "EVENHAND_SMTP_URL",
      "EVENHAND_OIDC_CLIENT_SECRET",
      "EVENHAND_METRICS_TOKEN",
    ]);
    const refusal = refusalOf({ DATABASE_URL: "mysql://user:password@db.example.org" });
    expect(refusal).toMatch(/^DATABASE_URL must be an address such as postgres:.* and what is set is not\.$/);
    expect(refusal).not.toContain("mysql");
  });

  it("that is unknown is refused at start, except those of tests", () => {
    expect(refusalOf({ EVENHAND_MAIL_FORM: "a@example.org" })).toMatch(/^EVENHAND_MAIL_FORM is set, and/);
    expect(refusalOf({ EVENHAND_PORT: "1", EVENHAND_HOSTS: "2" })).toMatch(/^EVENHAND_PORT is set/);
    checkSettings({ EVENHAND_MAIL_FORM: "", MY_EVENHAND_: "1" });
    checkSettings({ EVENHAND_TEST_POSTGRES: "postgres://", EVENHAND_VERBOSE: "1", HOME: "/home/ada" });
  });
});

function refusalOf(env: Record<string, string>): string {
  try {
    checkSettings(env);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as Error).message;
  }
  throw new Error("nothing was refused");
}

describe("documents of settings are generated from the one table (update: vitest -u)", () => {
  it("in docs/operations.md", async () => {
    const rows = all.map(([name, { says, usually }]) => `| \`${name}\` | ${says} | ${usually} |`);
    const document = readFileSync("docs/operations.md", "utf8");
    const table = /(?<=\| variable \| meaning \| default \|\n\|---\|---\|---\|\n)(?:\|.*\n)+/;
    expect(document).toMatch(table);
    const whole = document.replace(table, () => `${rows.join("\n")}\n`);
    await expect(whole).toMatchFileSnapshot("../../../docs/operations.md");
  });

  it("in .env.example", async () => {
    await expect(exampleFile()).toMatchFileSnapshot("../../../.env.example");
  });

  it("state the true defaults", () => {
    for (const [name, { usual, usually, kind }] of all) {
      const [word = ""] = usually.split(/`?: /, 1);
      const said = word.replaceAll("`", "").replace("./", "");
      if (usual === null || usual === "")
        expect(`${name}: ${said}`).toMatch(/: (none|quicknet|marks in .*|http:.*PORT)$/);
      else expect(kind.schema.parse(said), name).toBe(usual);
    }
  });

  it("have valid examples", () => {
    const accepted = all.map(([name, { example }]) => [name, example]);
    expect(() => checkSettings(Object.fromEntries(accepted))).not.toThrow();
  });
});

function exampleFile(): string {
  const head = [
    "# All settings of an Evenhand server; docs/operations.md explains them. Copy this file to evenhand.env (for systemd to",
    "# /etc/evenhand.env) and remove the number sign before each setting that you use. Do not name it .env: Next would read",
    "# that file by itself, after the settings were checked.",
  ];
  const parts = all.map(([name, { says, usually, example }]) => {
    const usual = usually.replaceAll("`", "");
    return `# ${says.replaceAll("`", "")}\n# Default: ${usual}\n#${name}="${example}"`;
  });
  return `${[head.join("\n"), ...parts].join("\n\n")}\n`;
}

/** Variables of other programs: npm sets INIT_CWD, Next inlines NODE_ENV and NEXT_*, the starter says how to stop. */
const others = /process\.env\.(?:INIT_CWD|NODE_ENV|NEXT_RUNTIME|NEXT_MANUAL_SIG_HANDLE|EVENHAND_GENERATE)\b/g;
/** Allowed uses of the whole environment: reading settings, and telling a starting server its own address. */
const takers =
  /\.\.\.process\.env, \.\.\.environmentOf|\benv: Env = process\.env\b|checkSettings\(process\.env\)|process\.env\.NEXTAUTH_URL = publicOrigin\(\)/g;

it("the product reads the environment through settings only", () => {
  const files = sourceFiles("{app,components,server,db}/**/*.{ts,tsx}", "{instrumentation,proxy}.ts");
  const readers = files
    .filter(({ source }) => source.replace(others, "").replace(takers, "").includes("process.env"))
    .map(
      ({ file }) =>
        `${file} reads the environment. Instead: setting() of server/platform/process/settings.ts`,
    );
  expect(readers).toEqual([]);
});
