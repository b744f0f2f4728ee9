import { execFile } from "node:child_process";
import { expect, type Page } from "@playwright/test";
import { findPython, notebookRun } from "../setup/python.ts";
import { test } from "./browser-test.ts";
import { figuresOf } from "./figures-from-log.ts";
import { demoStudy, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";

type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** The notebook of the documentation, run like a researcher does. */
function figuresByPython(url: string, token: string, study: string): Promise<Ran> {
  return new Promise((resolve) => {
    const settings = { EVENHAND_URL: url, EVENHAND_TOKEN: token, EVENHAND_STUDY: study };
    const env = { ...process.env, ...settings, PYTHONPATH: "clients/python/src" };
    execFile(findPython(), ["-B", "-c", notebookRun], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

async function makeToken(page: Page, name: string): Promise<string> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Study", { exact: true }).selectOption({ label: "Small loans (demo)" });
  await page.getByLabel("Expires after").selectOption("7");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Make a token" }).press("Enter");
  await expect(page.getByText("This is your token.")).toBeVisible();
  return page.getByRole("textbox", { name: "Token" }).inputValue();
}

test("a researcher creates a token, and a script verifies the study and prints its figures", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "researcher");
  const study = await demoStudy(page);
  const studyId = study.split("/")[2] ?? "";
  await page.goto(`${study}/data`);
  const command = await page.getByText(/^pip install /).textContent();
  const wheel = await page.request.get(command?.replace("pip install ", "") ?? "");
  expect([wheel.status(), (await wheel.body()).subarray(0, 2).toString()]).toEqual([200, "PK"]);
  await page.getByRole("link", { name: "Make a token" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tokens for programs" })).toBeVisible();
  const token = await makeToken(page, "Notebook");
  await expectSound(page);

  const { code, out, err } = await figuresByPython(demoUrl, token, studyId);
  expect([code, err]).toEqual([0, ""]);
  const [head, decided, error, reports, ...frontier] = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const log = await page.request.get(`/api/studies/${studyId}/log?upTo=${head.entries}`);
  const own = figuresOf(await log.text());
  expect(head).toMatchObject({ study: studyId, entries: own.entries });
  expect(decided.decided).toBeGreaterThan(0);
  for (const [printed, computed] of [
    [error, own.error],
    [reports, own.reports],
  ] as const) {
    expect(printed.rounds).toBe(computed.rounds);
    expect(printed.value).toBeCloseTo(computed.value, 9);
    expect(printed.interval[0]).toBeCloseTo(computed.interval[0], 5);
    expect(printed.interval[1]).toBeCloseTo(computed.interval[1], 5);
  }
  expect(
    frontier.map(({ reported_pairs, rounds_with_a_report }) => [reported_pairs, rounds_with_a_report]),
  ).toEqual(own.frontier);
  expect(own.frontier[0]?.[0]).toBeGreaterThan(0);

  // Shown once, used just now, and useless once it is ended.
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Token" })).toHaveCount(0);
  const row = page.getByRole("row", { name: /^Notebook/ });
  await expect(row).not.toContainText("never");
  await row.getByRole("button", { name: "End Notebook" }).click();
  await expect(row).toHaveCount(0);
  const ended = await figuresByPython(demoUrl, token, studyId);
  expect(ended.err).toContain("This token is unknown, or it was ended.");
});

test("a page lists the API calls, and an administrator sees and ends tokens", async ({
  browser,
  demoUrl,
}) => {
  const [operator, admin] = [
    await signedIn(browser, demoUrl, "operator"),
    await signedIn(browser, demoUrl, "admin"),
  ];
  await operator.goto("/account");
  await operator.getByRole("link", { name: "Tokens for programs" }).click();
  await operator.getByRole("button", { name: "Make a token" }).click();
  await expect(operator.getByText("Give the token a name, such as the program it is for.")).toBeVisible();
  await operator.getByLabel("Record outcomes").check();
  await operator.getByLabel("Set up and publish studies").check();
  const token = await makeToken(operator, "Night script");
  const ask = () =>
    operator.request.get("/api/v1/studies", { headers: { authorization: `Bearer ${token}` } });
  expect((await (await ask()).json()).items).toContainEqual(
    expect.objectContaining({ name: "Small loans (demo)", role: "operator" }),
  );
  await operator.getByRole("link", { name: "What programs can do" }).click();
  await expect(operator.getByRole("heading", { level: 1, name: "For programs" })).toBeVisible();
  await expect(operator.getByRole("heading", { level: 3, name: "Opens the next round" })).toBeVisible();
  // The description of an answer is folded, and opens when a link leads to it.
  const fields = operator.getByRole("table", { name: "Fields of Round" });
  await expect(fields).toHaveCount(0);
  const about = operator.locator("#readRound");
  await about.getByText("What it takes and answers").click();
  await about.getByRole("link", { name: "Round", exact: true }).first().click();
  await expect(fields).toBeVisible();
  // A call is sent from the page; its token is gone after a reload.
  await operator.getByLabel("Operation").selectOption({ label: "GET /studies" });
  await operator.getByLabel("search").fill("loans");
  await operator.getByLabel("Token", { exact: true }).fill(token);
  await operator.getByRole("button", { name: "Send the call" }).click();
  await expect(operator.getByText("Status 200")).toBeVisible();
  await expect(operator.getByText(/^curl .*\/api\/v1\/studies\?search=loans'$/)).toBeVisible();
  await expect(operator.getByLabel("Body of the answer")).toHaveValue(/"name": "Small loans \(demo\)"/);
  await expectSound(operator);
  // A change is sent only after a confirmation. This token is for one study, so it creates none.
  await operator.getByLabel("Operation").selectOption({ label: "POST /studies" });
  await operator.getByLabel("Body of the call").fill('{ "name": "Tried" }');
  await operator.getByLabel("Token", { exact: true }).press("Enter");
  await operator.getByRole("button", { name: /^Send the call/ }).click();
  await expect(operator.getByText("This call changes data of this server.")).toBeVisible();
  await expect(operator.getByText(/^curl -X POST/)).toHaveCount(0);
  await expectSound(operator);
  await operator.getByRole("button", { name: /^Yes: Send the call/ }).click();
  await expect(operator.getByText("Status 403")).toBeVisible();
  await expect(operator.getByLabel("Body of the answer")).toHaveValue(/"code": "scope-missing"/);
  await operator.reload();
  await expect(operator.getByLabel("Token", { exact: true })).toHaveValue("");

  await admin.goto("/administration");
  const row = admin
    .getByRole("table", { name: "Tokens of all accounts" })
    .getByRole("row", { name: /^Night script/ });
  await expect(row).toContainText("Reading, outcomes");
  await row.getByRole("button", { name: /^End Night script of/ }).click();
  await expect(row).toHaveCount(0);
  expect((await ask()).status()).toBe(401);
});
