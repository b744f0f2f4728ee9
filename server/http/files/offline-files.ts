import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { plainAnswer } from "#server/http/edge/plain-answer.ts";
import { readOrganisation } from "#server/operations/organisation.ts";
import { getApp } from "#server/platform/app/app.ts";
import { processWide } from "#server/platform/process/process-wide.ts";
import { setting } from "#server/platform/process/settings.ts";
import { studyIdSchema } from "#server/schemas/ids.ts";

const inProgram = (file: string) => resolve(/* turbopackIgnore: true */ process.cwd(), file);

/**
 * Returns the id of the built pages, under which browsers keep rounds; null where they keep none: by the setting, or
 * because pages are built on request.
 */
export function offlineBuild(): string | null {
  if (!setting("EVENHAND_OFFLINE") || process.env.NODE_ENV !== "production") return null;
  return processWide("offline-build", () => {
    const file = inProgram(".next/BUILD_ID");
    return existsSync(file) ? readFileSync(file, "utf8") : null;
  });
}

/** Answers with a file that makes an auditor's rounds installable or lets them open without a network, for anyone. */
export async function answerOfflineFile({ url }: Request, file: string): Promise<Response> {
  if (file === "worker.js") return answerWorker();
  const studyId = studyIdSchema.safeParse(new URL(url).searchParams.get("study"));
  if (file === "app.webmanifest" && studyId.success) return answerManifest(studyId.data);
  return plainAnswer("There is no such file.\n", 404);
}

/** The bundle of components/judging/offline/worker.ts. */
function answerWorker(): Response {
  return new Response(readFileSync(inProgram(".build/offline-worker.js"), "utf8"), {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
      // A worker's pages are below its own address unless this names others.
      "service-worker-allowed": "/studies/",
    },
  });
}

/** The web app of an auditor in one study: it starts at the auditor's rounds. */
async function answerManifest(studyId: string): Promise<Response> {
  const { name } = await readOrganisation(await getApp());
  const start = `/studies/${studyId}/judging`;
  const manifest = {
    ...{ id: start, start_url: start, scope: "/", display: "standalone" },
    name: name === "" ? "Evenhand" : `Evenhand · ${name}`,
    short_name: "Evenhand",
    ...{ theme_color: "#ffffff", background_color: "#ffffff" },
    icons: [{ src: "/icon.svg", type: "image/svg+xml", sizes: "any", purpose: "any" }],
  };
  return plainAnswer(JSON.stringify(manifest), 200, "application/manifest+json");
}
