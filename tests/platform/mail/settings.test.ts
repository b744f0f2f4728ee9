import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { readMailSettings } from "#server/platform/mail/settings.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

const read = (url?: string, from?: string) =>
  readMailSettings({ EVENHAND_SMTP_URL: url, EVENHAND_MAIL_FROM: from });
const good = { url: "smtps://panel:s%40cret@mail.example.org", from: "Evenhand <panel@example.org>" };

it("leaves mail off if nothing is set", () => {
  expect(read()).toBeNull();
  expect(read("", " ")).toBeNull();
});

it("reads a server with TLS, a log-in and a sender", () => {
  expect(read(good.url, good.from)).toEqual({
    host: "mail.example.org",
    port: 465,
    secure: true,
    login: { user: "panel", password: "s@cret" },
    from: { name: "Evenhand", address: "panel@example.org" },
  });
});

it("reads a server without a log-in and a bare sender", () => {
  expect(read("smtp://[::1]:2525/", "panel@example.org")).toEqual({
    host: "::1",
    port: 2525,
    secure: false,
    login: null,
    from: { name: "", address: "panel@example.org" },
  });
  expect(read("smtp://mail.example.org", '"Fair, Even" <panel@example.org>')).toMatchObject({
    port: 587,
    from: { name: "Fair, Even" },
  });
});

it.each([
  ["no sender", good.url, undefined],
  ["no server", undefined, good.from],
  ["another protocol", "https://mail.example.org", good.from],
  ["no protocol", "mail.example.org:25", good.from],
  ["no host", "smtp://", good.from],
  ["a port that does not exist", "smtp://mail.example.org:99999", good.from],
  ["a path", "smtp://mail.example.org/inbox", good.from],
  ["no address at all", "mail server", good.from],
  ["a fragment in the address", "smtp://mail.example.org/#tls", good.from],
  ["a password without a user", "smtp://:s%40cret@mail.example.org", good.from],
  ["options in the address", "smtp://mail.example.org/?tls=no", good.from],
  ["a user without a password", "smtp://panel@mail.example.org", good.from],
  ["a password with a bare %", "smtp://panel:s%ecret@mail.example.org", good.from],
  ["a sender without an address", good.url, "Evenhand"],
  ["two senders", good.url, "a@example.org, b@example.org"],
  ["two senders in one", good.url, "A <a@example.org> <b@example.org>"],
  ["a header in the sender's name", good.url, "Evenhand\r\nBcc: b@example.org <a@example.org>"],
  ["a header in the sender's address", good.url, "Evenhand <a@example.org\r\nBcc: b@example.org>"],
])("refuses to start with %s, in one sentence without the password", (_what, url, from) => {
  const error = thrownBy(() => read(url, from));
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toMatch(/^EVENHAND_(SMTP_URL|MAIL_FROM)\b[^\n]*[.>]\.?$/);
  expect(error.message).not.toContain("cret");
});

it("refuses to start before any file is created", async () => {
  const folder = temporaryFolder();
  const env = { ...process.env, EVENHAND_DATA: folder, EVENHAND_SMTP_URL: good.url, EVENHAND_MAIL_FROM: "" };
  const run = promisify(execFile)(process.execPath, ["server/cli/prepare.ts"], { env });
  const failure = await run.then(
    () => null,
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(failure).toMatchObject({
    code: 1,
    stdout: "",
    stderr:
      "EVENHAND_SMTP_URL is set, so set EVENHAND_MAIL_FROM too: such as Evenhand <evenhand@example.org>.\n",
  });
  expect(readdirSync(folder)).toEqual([]);
});

function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}
