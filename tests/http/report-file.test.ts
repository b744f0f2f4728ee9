import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { shareReport, withdrawReportLink } from "#server/results/report/report-link.ts";
import { playRound } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { makeCast } from "./cast.ts";
import { fetchAs } from "./routes.ts";

const app = await sqliteApp();
const { study, accounts } = await makeCast(app);
await playRound(app, study, []);
const { studyId, operatorId } = study;

const folder = mkdtempSync(join(tmpdir(), "evenhand-program-"));
afterAll(() => rmSync(folder, { recursive: true }));
const program = join(folder, "program");
writeFileSync(
  program,
  '#!/bin/sh\nfor o; do case "$o" in --print-to-pdf=*) target=$(echo "$o" | cut -d= -f2);; esac; done\necho %PDF-1.4 > "$target"\n',
);
chmodSync(program, 0o755);

const get = (file: string) => fetchAs(app, accounts.researcher.id, `/api/studies/${studyId}/${file}`);

it("the report is one HTML file that loads nothing and links to this server", async () => {
  const answer = await get("report.html");
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="report-${studyId}.html"`);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store, no-transform");
  const html = await answer.text();
  expect(Number(answer.headers.get("content-length"))).toBe(Buffer.byteLength(html));
  expect(html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr"><head>/);
  expect(html).toContain("default-src &#x27;none&#x27;; style-src &#x27;unsafe-inline&#x27;");
  expect(html).toMatch(/<base href="http:\/\/[^"]+"\/>/);
  expect(html).toContain('<article id="report"');
  expect(html).not.toMatch(/<script|@font-face/);
});

it("the report embeds the styles of the built pages, except those that load fonts", async () => {
  const root = mkdtempSync(join(tmpdir(), "evenhand-built-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  symlinkSync(resolve(".build"), join(root, ".build"));
  const styles = join(root, ".next/static/css");
  mkdirSync(styles, { recursive: true });
  writeFileSync(join(styles, "b.css"), "p{color:blue}");
  writeFileSync(join(styles, "a.css"), "@font-face { src: url(x.woff2) }p{color:red}");
  writeFileSync(join(styles, "a.css.br"), "compressed");
  vi.spyOn(process, "cwd").mockReturnValue(root);
  const html = await (await get("report.html")).text();
  expect(html).toContain("p{color:red}\np{color:blue}");
  expect(html).not.toMatch(/@font-face|woff2|compressed/);
  vi.stubEnv("NODE_ENV", "development");
  mkdirSync(join(root, ".next/dev"));
  expect(await (await get("report.html")).text()).not.toContain("p{color:red}");
});

it("the address chooses the report's form", async () => {
  expect(await (await get("report.html?show=modelCard")).text()).toMatch(/<h1[^>]*>Model card: /);
});

it("the program in the settings turns the report into a PDF; without one the request is refused", async () => {
  vi.stubEnv("EVENHAND_CHROMIUM", program);
  const answer = await get("report.pdf");
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("content-length")).toBe("9");
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="report-${studyId}.pdf"`);
  expect(await answer.text()).toBe("%PDF-1.4\n");
  vi.stubEnv("EVENHAND_CHROMIUM", join(folder, "missing"));
  const refused = await get("report.pdf");
  expect(refused.status).toBe(409);
  expect((await refused.json()).message).toMatch(/^This server has no program that makes PDFs\./);
  vi.unstubAllEnvs();
});

it("a visitor with the link gets both files until it is withdrawn", async () => {
  vi.stubEnv("EVENHAND_CHROMIUM", program);
  const own = { studyId, accountId: operatorId };
  const { token } = await shareReport(app, own);
  const read = (file: string, link = token) => fetchAs(app, null, `/reports/${link}/${file}`);
  expect(await (await read("report.html")).text()).toContain('<article id="report"');
  expect(await (await read("report.pdf")).text()).toBe("%PDF-1.4\n");
  const others = [
    await read("record"),
    await read("report.html", "x"),
    await read("report.html", "x".repeat(43)),
  ];
  expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);
  await withdrawReportLink(app, own);
  expect((await read("report.html")).status).toBe(404);
  vi.unstubAllEnvs();
});

it("an unknown file name is not found", async () => {
  expect((await get("report.docx")).status).toBe(404);
});
