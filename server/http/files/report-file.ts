import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { lengthHeaders } from "#server/http/edge/response-headers.ts";
import { getApp } from "#server/platform/app/app.ts";
import { printPdf } from "#server/platform/process/print-pdf.ts";
import { publicOrigin } from "#server/platform/process/public-address.ts";
import { readSharedReport, readStatedReport } from "#server/results/report/report-link.ts";
import type { MakeReportPage } from "#server/results/report/report-page.ts";
import { sharedReportSchema } from "#server/schemas/report.ts";
import { type ReportKind, reportKinds } from "#server/study/report-forms.ts";
import { fileRoles } from "./file-roles.ts";
import { requestRole, spendFile } from "./request-role.ts";

type Stated = Awaited<ReturnType<typeof readStatedReport>>;

/** Gives the report of a study, or the form `?show=`, as one HTML file or as PDF; for its operators and researchers. */
export async function answerReport(request: Request, studyId: string, file: string): Promise<Response> {
  await requestRole(studyId, "download", fileRoles.record);
  return asFile(request, file, await readStatedReport(await getApp(), studyId));
}

/** Gives the same files of the report that a public link leads to, for everyone who has the link. */
export async function answerSharedReport(request: Request, token: string, file: string): Promise<Response> {
  await spendFile("download");
  const isToken = sharedReportSchema.safeParse({ token }).success;
  const stated = isToken ? await readSharedReport(await getApp(), token) : null;
  if (stated === null) throw new DomainError("not-found", t.noSuchFile());
  return asFile(request, file, stated);
}

async function asFile({ url }: Request, file: string, { report, statements }: Stated): Promise<Response> {
  const shown = new URL(url).searchParams.get("show");
  const kind: ReportKind = reportKinds.find((known) => known === shown) ?? "whole";
  if (file !== "report.html" && file !== "report.pdf") throw new DomainError("not-found", t.noSuchFile());
  const made = await loadReportPage();
  const html = made({ report, statements, kind, styles: await readStyles(), origin: publicOrigin() });
  const bytes = file === "report.html" ? new TextEncoder().encode(html) : await printPdf(html);
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": file === "report.html" ? "text/html; charset=utf-8" : "application/pdf",
      "content-disposition": `attachment; filename="${file.replace("report", `report-${report.study.id}`)}"`,
      "cache-control": "no-store, no-transform",
      ...lengthHeaders(bytes.length),
    },
  });
}

/** Loads the bundle of components/results/report/report-page.tsx. */
async function loadReportPage(): Promise<MakeReportPage> {
  const file = resolve(/* turbopackIgnore: true */ process.cwd(), ".build/report.cjs");
  const bundle = await import(/* turbopackIgnore: true */ file);
  return bundle.default.reportPage;
}

/** Reads the styles of the built pages, without those that load fonts; a report that is not built has none. */
async function readStyles(): Promise<string> {
  const built = process.env.NODE_ENV === "development" ? ".next/dev/static" : ".next/static";
  const folder = resolve(/* turbopackIgnore: true */ process.cwd(), built);
  if (!existsSync(folder)) return "";
  const files = await Array.fromAsync(glob("**/*.css", { cwd: folder }));
  const styles = await Promise.all(files.sort().map((file) => readFile(join(folder, file), "utf8")));
  return styles.join("\n").replace(/@font-face\s*\{[^}]*\}/g, "");
}
