import { expect, it } from "vitest";
import { wheelBase64, wheelName } from "#python/wheel.ts";
import { answerClient, loadInPython, pipInstall } from "#server/http/clients.ts";

it("serves the Python client under the name in its install command, and has it cached", async () => {
  expect(pipInstall()).toBe(`pip install http://evenhand.example/clients/${wheelName}`);
  const answer = answerClient(wheelName);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toEqual({
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="${wheelName}"`,
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(wheelBase64, "base64"));
});

it("returns 404 for another name", async () => {
  const answer = answerClient("evenhand-0.0.1-py3-none-any.whl");
  expect([answer.status, await answer.text()]).toEqual([404, "There is no such file.\n"]);
});

it("shows code that names this server and the study", () => {
  expect(loadInPython("a-study")).toContain(
    'study = Study("http://evenhand.example", "TOKEN", study="a-study")\n',
  );
});
