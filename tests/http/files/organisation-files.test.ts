import { expect, it } from "vitest";
import { answerLogo, answerSecurityText } from "#server/http/files/organisation-files.ts";
import { saveOrganisation } from "#server/operations/organisation.ts";
import { inRequest } from "#tests/setup/request.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";

const app = await sqliteApp();
const save = (texts: Parameters<typeof saveOrganisation>[2]) => saveOrganisation(app, app.newId(), texts);
const ask = (answer: () => Promise<Response>) =>
  inRequest(app, new Request("http://evenhand.example/"), answer);

it("the logo is a picture that browsers keep for a day, once one is set", async () => {
  const none = await ask(answerLogo);
  expect([none.status, await none.text()]).toEqual([404, "There is no logo.\n"]);
  const picture = Buffer.from([137, 80, 78, 71, 255, 0]);
  await save({ logo: picture.toString("base64") });
  const answer = await ask(answerLogo);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=86400");
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture);
});

it("security.txt names the contact as RFC 9116 requires, and is rate limited by network", async () => {
  const none = await ask(answerSecurityText);
  expect([none.status, await none.text()]).toEqual([404, "This server names no contact.\n"]);
  await save({ contact: "help@town.example" });
  const before = app.now();
  const answer = await ask(answerSecurityText);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const lines = (await answer.text()).split("\n");
  expect(lines).toEqual([
    "Contact: mailto:help@town.example",
    expect.stringMatching(/^Expires: /),
    "Preferred-Languages: en, de, es",
    "Canonical: http://evenhand.example/.well-known/security.txt",
    "",
  ]);
  const life = Date.parse(lines[1]?.slice("Expires: ".length) ?? "") - before;
  expect(Math.abs(life - 90 * 24 * 3_600_000)).toBeLessThan(60_000);
  let last = answer;
  for (let time = 0; time < 10_000 && last.status === 200; time += 1) last = await ask(answerSecurityText);
  expect(last.status).toBe(429);
});
