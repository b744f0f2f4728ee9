import { expect } from "@playwright/test";
import { freePort } from "../../scripts/lib/port.mjs";
import { emailOf } from "../setup/app.ts";
import { type RunningApp, startApp } from "../setup/running-app.ts";
import { addPeople } from "./added-people.ts";
import { test } from "./browser-test.ts";
import { signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { draftOfPoints, judge, open, publishDraft, seat } from "./study-steps.ts";

let server: RunningApp;

test.beforeAll(async () => {
  server = await startApp(await freePort(), { demo: false, logFile: "test-results/new-device-server.log" });
  await addPeople(server.data);
});

test.afterAll(() => server.stop());

test("an auditor's new device seals only after another auditor compared and confirmed its number", async ({
  browser,
}) => {
  const operator = await signedIn(browser, server.url, emailOf("operator"));
  await draftOfPoints(operator, "New device", "id;points\na;60\nb;40\nc;60\nd;40\n", 4);
  await operator.getByLabel("Auditors", { exact: true }).fill("2");
  await operator.getByLabel("How many must agree").selectOption("2");
  await publishDraft(operator, 4);
  const studyId = /studies\/([0-9a-f-]{36})/.exec(operator.url())?.[1] ?? "";
  const first = await signedIn(browser, server.url, emailOf("auditor1"));
  await seat(operator, first, emailOf("auditor1"));
  await first.getByRole("link", { name: "Check that the log has this browser’s key" }).click();
  await first.getByRole("button", { name: "Check my devices in the log" }).click();
  await expect(first.getByText("This browser’s key is among them.")).toBeVisible();
  await expectSound(first);
  const second = await signedIn(browser, server.url, emailOf("auditor2"));
  await seat(operator, second, emailOf("auditor2"));
  await open(operator, studyId, 1);

  // The account on another device, like an administrator who set a new password.
  const other = await signedIn(browser, server.url, emailOf("auditor1"));
  await other.goto(`/studies/${studyId}/judging/1`);
  await expect(other.getByRole("region", { name: /^Pair/ })).toBeFocused();
  await other.keyboard.press("f");
  await other.keyboard.press("Control+Enter");
  await expect(other.getByText("This device is not confirmed yet.")).toBeVisible();
  await expect(other.getByRole("button", { name: "Seal my verdicts" })).toBeDisabled();
  await other.getByRole("button", { name: "Ask for confirmation" }).click();
  const shown = other.getByText(/^[0-9a-f]{8} [0-9a-f]{8}$/);
  await expect(shown).toBeVisible();
  const number = (await shown.textContent()) ?? "";
  await expectSound(other);

  await operator.goto(`/studies/${studyId}/panel`);
  await expect(operator.getByText(`New device ${number} waits for confirmation`)).toBeVisible();
  await expectSound(operator);
  await second.goto(`/studies/${studyId}/receipts`);
  const devices = second.getByRole("list", { name: "New devices of other auditors" });
  await expect(devices.getByRole("listitem")).toContainText([`${number}, seat s1`]);
  await expectSound(second);
  await devices.getByRole("button", { name: "Confirm device" }).click();
  await expect(devices).toBeHidden();

  await judge(other, studyId, 1, "a");
  await other.goto(`/studies/${studyId}/receipts`);
  await other.getByRole("button", { name: "Check my devices in the log" }).click();
  await expect(other.getByText("The log has these devices for your seat, and no others.")).toBeVisible();
});
