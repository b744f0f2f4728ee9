import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, request as requestOf } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, type Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { demoStudy, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { takenFile } from "./taken-file.ts";

/* The shared demo, which nothing here changes. */

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const bar = (page: Page) => page.getByRole("progressbar", { name: "Downloaded so far" });

async function openData(page: Page): Promise<void> {
  await page.goto(`${await demoStudy(page)}/data`);
}

/** What stands between browser and server, as a proxy does: the answer of a log comes so far, and then waits or breaks. */
async function between() {
  const state = { most: Number.POSITIVE_INFINITY, ranges: [] as (string | undefined)[] };
  const held = new Set<Socket>();
  const proxy = createServer((request, response) => {
    const { method, headers, url = "" } = request;
    const isLog = /\/log\?upTo=/.test(url);
    if (isLog) state.ranges.push(headers.range);
    if (isLog && request.socket) held.add(request.socket);
    const asked = requestOf(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      let left = isLog ? state.most : Number.POSITIVE_INFINITY;
      answer.on("data", (chunk: Buffer) => {
        response.write(chunk.subarray(0, left));
        left -= Math.min(left, chunk.length);
        if (left === 0) answer.pause();
      });
      answer.on("end", () => response.end());
    });
    response.on("close", () => asked.destroy());
    asked.on("error", () => response.destroy());
    request.pipe(asked);
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  return {
    ...{ proxy, state, server: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` },
    cut: () => {
      for (const socket of held) socket.destroy();
    },
  };
}

async function shareAbove(page: Page, least: number): Promise<void> {
  const share = async () => Number(await bar(page).getAttribute("aria-valuenow"));
  await expect.poll(share, { intervals: [50] }).toBeGreaterThan(least);
}

test("a file shows how far it has come, is cancelled, and goes on after a break with the same bytes", async ({
  browser,
  demoUrl,
}) => {
  const signed = await signedIn(browser, demoUrl, "researcher");
  const { proxy, state, server, cut } = await between();
  const context = await browser.newContext({
    ...{ baseURL: demoUrl, storageState: await signed.context().storageState() },
    proxy: { server, bypass: "<-loopback>" },
  });
  const page = await context.newPage();
  await page.goto(`${await demoStudy(signed)}/data`);
  const link = page.getByRole("link", { name: /^Log alone/ });
  const direct = await (await signed.request.get((await link.getAttribute("href")) ?? "")).body();

  state.most = 50_000;
  await link.press("Enter");
  await shareAbove(page, 0);
  await expect(bar(page)).toHaveAttribute("aria-valuetext", /^\d+ %, [\d.]+ kB\. Stay on this page/);
  await expectSound(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(link).toBeFocused();

  await link.press("Enter");
  await shareAbove(page, 0);
  cut();
  await expect(page.getByText(/The connection broke after [\d.]+ kB\./)).toBeVisible();
  await expectSound(page);
  state.most = Number.POSITIVE_INFINITY;
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Continue" }).click(),
  ]);
  expect(sha256(await readFile(await download.path()))).toBe(sha256(direct));
  expect(download.suggestedFilename()).toMatch(/^log-[0-9a-f-]{36}-\d+\.jsonl$/);
  await expect(page.getByText(/^Saved as log-.*\.jsonl, /)).toBeVisible();
  expect(state.ranges).toEqual([undefined, undefined, expect.stringMatching(/^bytes=[1-9]\d+-$/)]);
  proxy.close();
});

test("the Croissant file of the page has the hashes of the files that the page gives", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "researcher");
  await openData(page);
  const take = async (name: string) => {
    const link = page.getByRole("link", { name, exact: true }).first();
    const download = await takenFile(page, () => link.click());
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const croissant = JSON.parse((await take("croissant.json")).bytes.toString());
  const hashes = new Map(
    croissant.distribution.map((file: { name: string; sha256: string }) => [file.name, file.sha256]),
  );
  expect(hashes.size).toBe(32);
  for (const link of ["CSV", "Parquet", "dictionary.csv", "decisions.vw", "bandit-feedback.npz"]) {
    const { name, bytes } = await take(link);
    expect(hashes.get(name), name).toBe(sha256(bytes));
  }
});

test("a file that a busy server refuses says so, and comes when it is asked for again", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "researcher");
  await openData(page);
  const refused = { status: 503, json: { message: "The server is busy. Try again in a moment." } };
  await page.route(/dictionary\.csv/, (route) => route.fulfill(refused), { times: 1 });
  const link = page.getByRole("link", { name: "dictionary.csv", exact: true });
  const said = expect(page.getByText(refused.json.message)).toBeVisible();
  const download = await takenFile(page, async () => {
    await link.click();
    await said;
  });
  expect(download.suggestedFilename()).toMatch(/^dictionary-.*\.csv$/);
  expect(await readFile(await download.path(), "utf8")).toMatch(/\r\n/);
});

test("without its script a file is a plain link", async ({ browser, demoUrl }) => {
  const page = await signedIn(browser, demoUrl, "researcher", { javaScriptEnabled: false });
  await openData(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV", exact: true }).first().click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^people-[0-9a-f-]{36}-\d+\.csv$/);
  expect(await readFile(await download.path(), "utf8")).toMatch(/^person,imported_seq,erased_seq\r\n/);
});
