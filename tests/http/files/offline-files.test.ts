import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { answerOfflineFile, offlineBuild } from "#server/http/files/offline-files.ts";
import { saveOrganisation } from "#server/operations/organisation.ts";
import { inRequest } from "#tests/setup/request.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

const app = await sqliteApp();
const studyId = app.newId();

async function ask(path: string): Promise<Response> {
  const request = new Request(`http://evenhand.example/offline/${path}`);
  return inRequest(app, request, () => answerOfflineFile(request, path.replace(/\?.*/, "")));
}

it("the service worker's scope is the pages of studies, and it is revalidated on each request", async () => {
  const answer = await ask("worker.js?build=1");
  expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(answer.headers.get("service-worker-allowed")).toBe("/studies/");
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  expect(await answer.text()).toBe(readFileSync(".build/offline-worker.js", "utf8"));
});

it("the manifest starts at the auditor's rounds and has the organisation's name", async () => {
  const answer = await ask(`app.webmanifest?study=${studyId}`);
  expect(answer.headers.get("content-type")).toBe("application/manifest+json");
  const start = `/studies/${studyId}/judging`;
  // What browsers require to offer it as an app: https://www.w3.org/TR/appmanifest/
  expect(await answer.json()).toEqual({
    ...{ id: start, start_url: start, scope: "/", display: "standalone" },
    ...{ name: "Evenhand", short_name: "Evenhand" },
    ...{ theme_color: "#ffffff", background_color: "#ffffff" },
    icons: [{ src: "/icon.svg", type: "image/svg+xml", sizes: "any", purpose: "any" }],
  });
  await saveOrganisation(app, app.newId(), { name: "Town of Ravensmead" });
  const named = await ask(`app.webmanifest?study=${studyId}`);
  expect(await named.json()).toMatchObject({ name: "Evenhand · Town of Ravensmead", id: start });
});

it.each(["app.webmanifest", "app.webmanifest?study=../1", "worker.ts", "__proto__"])(
  "there is no file %s",
  async (path) => {
    expect((await ask(path)).status).toBe(404);
  },
);

it("a development server has no build id, so browsers keep no page", () => {
  expect(offlineBuild()).toBeNull();
});

it("built pages are kept under their build id, unless the setting disables that", () => {
  vi.stubEnv("NODE_ENV", "production");
  const folder = temporaryFolder();
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  expect(offlineBuild()).toBeNull();
  mkdirSync(join(folder, ".next"));
  writeFileSync(join(folder, ".next/BUILD_ID"), "build-1");
  expect(offlineBuild()).toBe("build-1");
  vi.stubEnv("EVENHAND_OFFLINE", "0");
  expect(offlineBuild()).toBeNull();
});
