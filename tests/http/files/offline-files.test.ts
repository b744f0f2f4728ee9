import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { answerOfflineFile, offlineBuild } from "#server/http/files/offline-files.ts";
import { saveOrganisation } from "#server/operations/organisation.ts";
import { inRequest } from "#tests/setup/request.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";

const app = await sqliteApp();
const studyId = app.newId();

async function ask(path: string): Promise<Response> {
  const request = new Request(`http://evenhand.example/offline/${path}`);
  return inRequest(app, request, () => answerOfflineFile(request, path.replace(/\?.*/, "")));
}

it("the worker may have the pages of studies, and is asked for again each time", async () => {
  const answer = await ask("worker.js?build=1");
  expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(answer.headers.get("service-worker-allowed")).toBe("/studies/");
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  expect(await answer.text()).toBe(readFileSync(".build/offline-worker.js", "utf8"));
});

it("the manifest starts at the auditor's rounds and has the name of the organisation", async () => {
  const manifest = async () => (await ask(`app.webmanifest?study=${studyId}`)).json();
  const start = `/studies/${studyId}/judging`;
  expect(await manifest()).toMatchObject({ name: "Evenhand", start_url: start, display: "standalone" });
  await saveOrganisation(app, { name: "Town of Ravensmead" }, { accountId: app.newId(), network: "unknown" });
  expect(await manifest()).toMatchObject({ name: "Evenhand · Town of Ravensmead", id: start });
});

it.each(["app.webmanifest", "app.webmanifest?study=../1", "worker.ts", "__proto__"])(
  "there is no file %s",
  async (path) => {
    expect((await ask(path)).status).toBe(404);
  },
);

it("pages that are built on request have no build under which a browser could keep them", () => {
  expect(offlineBuild()).toBeNull();
});
