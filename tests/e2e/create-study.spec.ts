import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { rowOf, xlsxParts, zipOf } from "../study/files/workbooks/written.ts";
import { test } from "./browser-test.ts";
import { atStudies, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { downloaded, open, seat, takeSafeColumns, upload } from "./study-steps.ts";
import { dropFiles } from "./verify-steps.ts";
import { expectFewWords } from "./words.ts";

/** Twelve applicants with a code, two numbers, a remark and an outcome. */
const applicants = [
  "id;account;months;amount;remark;repaid",
  ...Array.from({ length: 12 }, (_, index) =>
    [
      `a-${index}`,
      ["A11", "A12", "A14"][index % 3],
      6 + 3 * index,
      1_000 + 250 * index,
      `"one; two ${index}"`,
      index % 2,
    ].join(";"),
  ),
  "",
].join("\r\n");

async function begin(page: Page, name: string): Promise<void> {
  await page.goto("/studies/new");
  await page.getByLabel("Name of the study").fill(name);
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("heading", { level: 1, name: "New study: purpose and guidelines" }),
  ).toBeVisible();
}

const uploadPeople = (page: Page, name: string, content: string | Buffer) =>
  upload(page, "File of people", name, content);

async function go(page: Page, button: string, title: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

const saved = (page: Page) =>
  expect(page.getByRole("region", { name: "The draft in short" })).toContainText(/Saved\d\d:\d\d/);

test("an operator creates a study from a file in six steps", async ({ browser, demoUrl }) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await begin(page, "Loans of spring");
  await expect(
    page.getByText("Say in a sentence or two what is decided and about which people."),
  ).toBeVisible();
  await page.getByLabel("What is decided").fill("The loan");
  await page.keyboard.press("Tab");
  await expect(page.getByText(/^What is decided: begin with “who”/).first()).toBeVisible();
  await page.getByLabel("What is decided").fill("Who gets a small loan?");
  await page.getByLabel("Purpose").fill("Who gets a small loan?");
  await page.getByLabel("Text").fill("# What counts\n\nIncome **may** count.\n\n* Housing must not.");
  await expect(page.getByText("Housing must not.").last()).toBeVisible();
  await saved(page);
  await expectFewWords(page, 350);
  await expectSound(page);

  await go(page, "Go on to people", "New study: who is judged");
  // One sheet of a workbook is read, and another can be chosen.
  const sheets = ["North", "South"].map((name) => {
    const rows = [["town", "weight"], [name, 31], ["Ulm", 44], ...(name === "South" ? [["Bonn", 50]] : [])];
    return { name, xml: `<sheetData>${rows.map(rowOf).join("")}</sheetData>` };
  });
  await uploadPeople(page, "branches.xlsx", Buffer.from(zipOf(xlsxParts(sheets))));
  await expect(page.getByText("2 people, 2 columns, sheet “North”.")).toBeVisible();
  await page.getByLabel("Sheet").selectOption("South");
  await expect(page.getByText("3 people, 2 columns, sheet “South”.")).toBeVisible();
  await expect(page.getByLabel("Use of weight")).toBeVisible();
  await uploadPeople(page, "applicants.csv", applicants);
  await expect(page.getByText("12 people, 6 columns, semicolon, UTF\u20118.")).toBeVisible();
  await expect(page.getByLabel("Use of months")).toHaveValue("ignored");
  await expect(page.getByText("No column is shown: auditors would judge nothing.")).toBeVisible();
  await expect(page.getByLabel("Which column names a person?")).toHaveValue("");
  await page.getByRole("button", { name: "id", exact: true }).click();
  await expect(page.getByLabel("Use of id")).toHaveValue("identifier");
  await page.getByRole("button", { name: "repaid", exact: true }).click();
  await expect(page.getByText("It stays sealed.")).toBeVisible();
  const meaning = (word: string) => page.getByRole("group", { name: `${word} means` });
  await expect(meaning("1").getByLabel("Yes, it went well")).toBeChecked();
  await expect(meaning("0").getByLabel("No", { exact: true })).toBeChecked();
  await page.getByText("Rule in force", { exact: true }).click();
  const inForce = page.getByLabel("Which column says what the rule in force decided?");
  await inForce.selectOption({ label: "account" });
  await expect(page.getByLabel("Use of account")).toHaveValue("chance");
  await meaning("A11").getByLabel("Picked", { exact: true }).check();
  await expect(
    page.getByText("Choose which cells of “account” mean yes and which mean no.").first(),
  ).toBeVisible();
  await meaning("A12").getByLabel("Not picked", { exact: true }).check();
  await inForce.selectOption({ label: "None" });
  await expect(page.getByLabel("Use of account")).toHaveValue("ignored");
  // Its row is open for the missing meanings.
  await page.getByRole("button", { name: "More about account" }).click();
  await expect(page.getByText("May be a sum of money: use it only if it was known before")).toBeVisible();
  await expect(page.getByText("Different for every person: it may identify people.")).toBeVisible();
  await takeSafeColumns(page, "Show and use the 2 columns without a warning");
  await expect(page.getByLabel("Use of account")).toHaveValue("both");
  await expect(page.getByLabel("Use of amount")).toHaveValue("ignored");
  await page.getByLabel("Use of amount").selectOption({ label: "Auditors and rules" });
  await page.getByLabel("Use of remark").selectOption({ label: "Auditors only" });
  await expect(page.getByRole("cell", { name: "one; two 0", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "More about account" }).click();
  await page.getByLabel("Name on the cards").fill("Checking account");
  await page.getByLabel(/^A11/).fill("below 0 DM");
  await page.getByRole("button", { name: "More about months" }).click();
  await page.getByLabel("Unit").fill("months");
  await page.getByRole("button", { name: "More about amount" }).click();
  await page.getByRole("button", { name: "Move to the top: amount" }).click();
  const cards = page.getByRole("table", { name: "Columns, in the order of the cards" });
  await expect(cards.getByRole("rowheader").first()).toHaveText("amount");
  await expect(page.getByRole("cell", { name: "below 0 DM" }).first()).toBeVisible();
  await expect(page.getByText("Every row can be imported.")).toBeVisible();
  await saved(page);
  await expectFewWords(page, 350);
  await expectSound(page);

  await go(page, "Go on to rules", "New study: what may be decided");
  await expect(page.getByText("It appears once people, rules and settings are complete.")).toBeVisible();
  await page.getByRole("button", { name: "Add cut points for all 2 numbers" }).click();
  await expect(page.getByText("“amount”: choose whether more or less is better.").first()).toBeVisible();
  await page.getByLabel("Direction of amount").selectOption({ label: "more is better" });
  await expect(page.getByText(/^All people start between 25 and 75 in 100\./)).toBeVisible();
  await page.getByLabel("Direction of months").selectOption({ label: "both directions" });
  await page.getByLabel("Direction of amount").selectOption({ label: "both directions" });
  const nothing = page.getByText("All people start at 50 in 100: there will be nothing to judge.");
  await expect(nothing).toBeVisible();
  await expect(page.getByRole("row", { name: /^Use cuts in one direction 25 75/ })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Use cuts in one direction" }).click();
  await expect(page.getByLabel("Direction of months")).toHaveValue("above");
  await expect(nothing).toBeHidden();
  await expect(page.getByText(/^An even draw picks as many as the chances/)).toBeVisible();
  await page.getByLabel("Cut points of amount").selectOption({ label: "at even distances" });
  await page.getByLabel("Distance between cut points for amount").fill("0.1");
  await expect(page.getByText(/^27,501 cut points: 1,000; 1,000\.1; .* and 27,489 more$/)).toBeVisible();
  await page.getByLabel("Distance between cut points for amount").fill("-1");
  await expect(
    page.getByText(/the distance between two cut points must be above 0\.$/).first(),
  ).toBeVisible();
  await page.getByLabel("Distance between cut points for amount").fill("500");
  await expect(page.getByText("6 cut points: 1,000; 1,500; 2,000; 2,500; 3,000; 3,500")).toBeVisible();
  await page.getByRole("radio", { name: /^Conditions together/ }).check();
  await page.getByLabel("Column", { exact: true }).selectOption({ label: "months" });
  await page.getByLabel("Value").fill("0x10");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Expected a number such as 24 or 0.5.")).toBeVisible();
  await page.getByLabel("Value").fill("24");
  await page.keyboard.press("Enter");
  await page.getByLabel("Column", { exact: true }).selectOption({ label: "Checking account" });
  await page.getByLabel("Question").selectOption({ label: "is not" });
  await page.getByLabel("Value").selectOption("A11");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(
    page.getByText("accept if months <= 24 months and Checking account is not below 0 DM"),
  ).toBeVisible();
  await expectFewWords(page, 350);
  await page.getByText("How is this computed?").first().click();
  await expect(
    page.getByText("2 of at most 24 conditions. Each further one doubles the number of rules."),
  ).toBeVisible();
  await page.getByText("Advanced: how rules start, and how a draw picks").click();
  await page.getByRole("radio", { name: /^A wanted share of acceptances/ }).check();
  await page.getByLabel("Picked at the start, of 100").fill("99");
  await expect(page.getByText(/the share can be from [\d.]+ to [\d.]+ in 100\./)).toBeVisible();
  await page.getByLabel("Picked at the start, of 100").fill("45");
  await expect(
    page.getByRole("region", { name: "Starting picture" }).getByRole("definition").first(),
  ).toHaveText("5 of 10");
  await saved(page);
  await expectSound(page);

  await go(page, "Go on to settings", "New study: how it is judged and learned");
  await expectFewWords(page, 350);
  await page.getByLabel("People in a round", { exact: true }).fill("4");
  await page.getByLabel("Auditors", { exact: true }).fill("3");
  await expect(page.getByText("Needed flags are now 2 of 3: the share of 3 in 5, rounded up.")).toBeVisible();
  await page.getByText("Advanced: all at their defaults").click();
  await page.getByLabel("Quorum").fill("4");
  await expect(page.getByText("Expected a whole number from 0 to 3").first()).toBeHidden();
  await page.keyboard.press("Tab");
  await expect(page.getByText("Expected a whole number from 0 to 3").first()).toBeVisible();
  await page.getByLabel("Quorum").fill("3");
  await page.getByLabel("How many must agree").selectOption("2");
  await expect(
    page.getByText("every share above 1/3, up to 2/3 means the same for 3 auditors"),
  ).toBeVisible();
  await page.getByLabel("Smallest difference that is judged, in points").fill("100");
  await page.keyboard.press("Tab");
  await expect(page.getByText("found “100”").first()).toBeVisible();
  await page.getByLabel("Smallest difference that is judged, in points").fill("10");
  await expect(page.getByText("Example: 36 in 100 against 25 is judged.")).toBeVisible();
  const dial = page.getByRole("group", { name: "How many rounds may end in a report?" });
  await expect(dial.getByRole("radio")).toHaveCount(3);
  await expect(dial.getByRole("radio", { name: /at most 6 of the first 50 rounds/ })).toBeChecked();
  await dial.getByRole("radio", { name: /at most 9 of the first 50 rounds/ }).check();
  await page.getByLabel("Number of rounds, if known").fill("100");
  await dial.getByRole("radio", { name: /at most 9 of the first 100 rounds/ }).check();
  await expect(page.getByText("A report in at most 9 of the first 100 rounds.")).toBeVisible();
  await expect(page.getByText(/Guaranteed up to round\s\d+\. After that/).first()).toBeVisible();
  await expect(page.getByLabel("Step of the limit")).toBeHidden();
  await page.getByText("Details for researchers: how it learns", { exact: true }).click();
  await page.getByLabel("Step of the limit").fill("200");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Expected a number above 0, at most 100; found “200”.").first()).toBeVisible();
  await page.getByLabel("Step of the limit").fill("20");
  await saved(page);
  await expectSound(page);

  await go(page, "Go on to rehearsal", "New study: rehearse it");
  await expect(page.getByText("Nothing was rehearsed yet.")).toBeVisible();
  await expectFewWords(page, 350);
  await page.getByText("Simulated auditors, assumptions and settings to compare").click();
  await page.getByLabel("How seat 2 judges").selectOption({ label: "never answers" });
  await page.getByLabel("How seat 3 judges").selectOption({ label: "copies another seat" });
  await page.getByLabel("Outcomes of picked people").selectOption({ label: "Column “repaid”" });
  await expect(page.getByRole("checkbox", { name: /^1 / })).toBeChecked();
  await page.getByLabel("Runs of each setting").selectOption("5");
  await page.getByRole("button", { name: "Add a setting to compare" }).click();
  await page.getByLabel("What Setting B changes").selectOption({ label: "needed flags" });
  await page.getByLabel("Value in Setting B").fill("3");
  await page.getByText("Answer about six pairs", { exact: true }).click();
  for (let pair = 1; pair <= 6; pair++)
    await page
      .getByRole("group", { name: `Pair ${pair}` })
      .getByLabel("unfair", { exact: true })
      .check();
  await expect(
    page.getByText(/^Estimate: people at opposite ends .* deserve to be 0 points apart\./),
  ).toBeVisible();
  await saved(page);
  await page.getByRole("button", { name: "Rehearse", exact: true }).click();
  await expect(page.getByText(/^Setting\sA: of 50 rounds, .* Means of 5 runs\.$/)).toBeVisible();
  // Seat 2 never answers, so there are never three flags.
  await expect(page.getByText(/^Setting\sB: of 50 rounds, 0 end in a report \(at most \d\),/)).toBeVisible();
  await expect(page.getByText("Rehearsal, simulated")).toHaveCount(2);
  await expect(
    page.getByText(/^Compare this with simple choices: .* picking no one 50, picking everyone 50\./),
  ).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "estimated" })).toBeVisible();
  await expect(page.getByText(/^Each rehearsal is saved among the study’s simulations/)).toBeVisible();
  await expectSound(page);

  await go(page, "Go on to review", "New study: review and publish");
  await expect(page.getByText("Auditors read: Who gets a small loan?")).toBeVisible();
  await expect(page.getByText("12 people will be imported.")).toBeVisible();
  await expect(page.getByText("A pair is unfair when at least 2 of 3 flag it.")).toBeVisible();
  await expect(
    page.getByText("Left as recommended: smallest difference that is judged (10), days to judge (7)."),
  ).toBeVisible();
  await expect(page.getByText(/^Advanced settings at their defaults: /)).toBeVisible();
  await expect(page.getByText("not computed yet").first()).toBeVisible();
  await expectFewWords(page, 350);
  await expectSound(page);
  await page.getByRole("button", { name: "Publish with 12 people" }).click();

  await expect(page.getByText("The study is published.")).toBeVisible();
  await seat(page, await signedIn(browser, demoUrl, "auditor1"), "auditor1");
  await page.reload();
  await expect(page.getByRole("list", { name: "Seats" }).getByText("seat s1")).toBeVisible();
  await page.getByLabel("E-mail of the invited person").fill("new@example.org");
  await page.getByRole("button", { name: "Make a link" }).click();
  await expect(page.getByText("Send this link to new@example.org.")).toBeVisible();
  await page.getByRole("button", { name: "Withdraw the link for new@example.org" }).click();
  await expect(page.getByRole("button", { name: "Withdraw the link for new@example.org" })).toBeHidden();
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Loans of spring" })).toBeVisible();
  await expect(page.getByText("the next 4 of 12 waiting people")).toBeVisible();
});

/** Sets a draft up to its people, with account, months and amount visible and used by rules. */
async function withThreeColumns(page: Page, name: string): Promise<void> {
  await begin(page, name);
  await page.getByLabel("Purpose").fill("Who gets a small loan?");
  await go(page, "Go on to people", "New study: who is judged");
  await uploadPeople(page, "applicants.csv", applicants);
  await takeSafeColumns(page, "Show and use the 2 columns without a warning");
  await page.getByLabel("Use of amount").selectOption({ label: "Auditors and rules" });
  await page.getByRole("button", { name: "More about account" }).click();
  await page.getByLabel(/^A11/).fill("below 0 DM");
}

test("an operator chooses, corrects and publishes a rare kind of rules with another learner", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await withThreeColumns(page, "Lists and noise");
  await expect(page.getByText("Every row can be imported.")).toBeVisible();

  await go(page, "Go on to rules", "New study: what may be decided");
  await expect(page.getByRole("radio", { name: /^Decision lists/ })).toBeHidden();
  await page.getByText("More kinds of rules").click();
  await page.getByRole("radio", { name: /^A list of your own/ }).check();
  await page
    .getByLabel("Rules", { exact: true })
    .fill("months <= 24 and account is not below 0 DM\namount < 5");
  await page.keyboard.press("Tab");
  await expect(page.getByText(/^Line 2: rules only ask whether “amount” is at most/).first()).toBeVisible();
  await page.getByRole("radio", { name: /^Decision lists/ }).check();
  await page.getByLabel("Questions in the longest list").fill("7");
  await page.getByLabel("Column", { exact: true }).selectOption({ label: "account" });
  await page.getByLabel("Value").selectOption("A11");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByLabel("Column", { exact: true }).selectOption({ label: "months" });
  await page.getByLabel("Value").fill("24");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The longest list has 1 to 6 questions, not “7”.").first()).toBeVisible();
  await page.getByLabel("Questions in the longest list").fill("2");
  await expect(page.getByText("if account is below 0 DM, accept; else reject")).toBeVisible();
  await page.getByRole("radio", { name: /^Decision trees/ }).check();
  await page.getByLabel("Questions on each path through a tree").fill("4");
  await expect(
    page.getByText("Each way through a tree asks 2 or 3 conditions, not “4”.").first(),
  ).toBeVisible();
  await page.getByLabel("Questions on each path through a tree").fill("2");
  await expect(page.getByText("accept if account is below 0 DM", { exact: true })).toBeVisible();
  await expectSound(page);
  await page.getByRole("radio", { name: /^Decision lists/ }).check();
  await saved(page);

  await go(page, "Go on to settings", "New study: how it is judged and learned");
  await page.getByText("Advanced: all at their defaults").click();
  await page.getByText("Details for researchers: how it learns", { exact: true }).click();
  await page.getByRole("radio", { name: /^A search with noise/ }).check();
  await expect(
    page.getByText("The learner “A search with noise” needs the number of rounds in advance").first(),
  ).toBeVisible();
  await page.getByLabel("Number of rounds, if known").fill("3");
  await page.getByLabel("Rules drawn a round (R)").fill("3000");
  await page.keyboard.press("Tab");
  await expect(page.getByText("The next number that fits is 3,125.").first()).toBeVisible();
  await page.getByLabel("Rules drawn a round (R)").fill("2000");
  await expect(page.getByText(/^A round draws 2,000 rules/)).toBeVisible();
  await expect(page.getByText("No guarantee in numbers for this learner.")).toBeVisible();
  await page.getByLabel("People in a round", { exact: true }).fill("4");
  await saved(page);
  await expectSound(page);

  await go(page, "Go on to rehearsal", "New study: rehearse it");
  await go(page, "Go on to review", "New study: review and publish");
  await page.getByText("All settings in sentences").click();
  await expect(page.getByText("Each round draws 2,000 rules again.")).toBeVisible();
  await page.getByRole("button", { name: "Publish with 12 people" }).click();
  await seat(page, await signedIn(browser, demoUrl, "auditor1"), "auditor1");
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("button", { name: "Open round 1" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Round 1" })).toBeVisible();
  await page.goto(`${page.url().replace(/rounds.*/, "")}results/policy`);
  await page.getByText("Details for researchers about the heaviest rules").click();
  await expect(page.getByText("For each round it draws 2,000 rules")).toBeVisible();
  await expect(page.getByText(/below 0 DM/).first()).toBeVisible();
});

test("a list of rules from a file is refused by line, then read, published, played and verified", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await withThreeColumns(page, "Mined rules");

  await go(page, "Go on to rules", "New study: what may be decided");
  await page.getByText("More kinds of rules").click();
  await page.getByRole("radio", { name: /^A long list from a file/ }).check();
  const send = (name: string, lines: readonly string[]) =>
    page.getByLabel("File of rules").setInputFiles({
      name,
      mimeType: "text/plain",
      buffer: Buffer.from(lines.join("\r\n")),
    });
  const rules = [
    "accept if account is below 0 DM or amount > 1,500",
    ...Array.from(
      { length: 12_000 },
      (_, at) => `months > ${at % 120} and amount <= ${10 * Math.floor(at / 120)}`,
    ),
  ];
  await send("mined.txt", [...rules, "", "months >", "amount < 5"]);
  await expect(page.getByText("“mined.txt” was not accepted.")).toBeVisible();
  await expect(page.getByText("No file yet")).toBeVisible();
  const errors = page.getByRole("table", { name: "Errors by line" });
  await expect(
    errors.getByRole("row", { name: /^12,003 “months” is compared with a number/i }),
  ).toBeVisible();
  await expect(
    errors.getByRole("row", { name: /^12,004 Rules only ask whether “amount” is at most/ }),
  ).toBeVisible();
  await expectSound(page);
  expect(await downloaded(page, /^Download all as CSV$/)).toMatch(
    /^Line,What is wrong\r\n12003,"Line 12,003: .*"\r\n12004,"Line 12,004: .*"\r\n$/,
  );
  await send("mined.txt", rules);
  await expect(page.getByText("12,001 rules, 222 different conditions")).toBeVisible();
  await expect(errors).toBeHidden();
  await expect(page.getByText("accept if account is below 0 DM or amount > 1,500")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: /^12,003$/ })).toBeVisible();
  await saved(page);
  await expectSound(page);
  await page.getByRole("button", { name: "Discard the list" }).click();
  await expect(page.getByText("No file yet")).toBeVisible();
  await saved(page);
  await send("again.txt", rules);
  await expect(page.getByText("again.txt")).toBeVisible();

  await page.getByRole("link", { name: "Review and publish" }).click();
  await expect(
    page.getByText(/^12,003 rules of the kind “A long list from a file”, such as: accept/),
  ).toBeVisible();
  await expect(page.getByText("They ask about: account, months, amount.")).toBeVisible();
  await page.getByRole("button", { name: "Publish with 12 people" }).click();
  await expect(page.getByText("The study is published.")).toBeVisible();

  await seat(page, await signedIn(browser, demoUrl, "auditor1"), "auditor1");
  const studyId = /studies\/([^/]+)/.exec(page.url())?.[1] ?? "";
  await open(page, studyId, 1);
  await page.goto(`/studies/${studyId}/data`);
  const record = await downloaded(page, /^Whole record/);
  await page.goto("/verify");
  // One rule of the list accepts if either of its two conditions is met.
  for (const [text, verdict] of [
    [record, /^Everything in the log is correct/],
    [record.replace(/(\d+)&(\d+)/, "$1|$2"), "The log is not correct."],
  ] as const) {
    await dropFiles(page, "Drop files here", [{ name: "record.jsonl", text }]);
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await expect(page.getByText(verdict)).toBeVisible();
  }
});

test("an unreadable file is refused with its row, and rows with errors can be left out", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await begin(page, "Bad files");
  await go(page, "Go on to people", "New study: who is judged");
  await uploadPeople(page, "open.csv", 'a,b\n1,2\n3,"4\n');
  await expect(page.getByText("Row 3 opens a quote that is never closed")).toBeVisible();
  await expect(page.getByText("No file yet")).toBeVisible();
  await uploadPeople(page, "wide.csv", `${"c,".repeat(999)}c\n1\n`);
  await expect(page.getByText("Row 1 has 1,000 columns, the limit is 200.")).toBeVisible();
  // The same file is read again with other settings, without choosing it once more.
  await uploadPeople(page, "open.csv", 'a,b\n1,2\n3,"4\n');
  await page.getByLabel("Quotes").selectOption({ label: "Are ordinary characters" });
  await page.getByRole("button", { name: "Try this format" }).click();
  await expect(page.getByText("2 people, 2 columns, comma")).toBeVisible();

  await uploadPeople(page, "people.csv", "town,age\nA,31\nB,=cmd\nC\nA,29\nB,40\n");
  await page.getByLabel("Use of age").selectOption("both");
  await page.getByRole("button", { name: "More about age" }).click();
  await page.getByLabel("Reading of age").selectOption({ label: "Number 1,234.5" });
  await expect(page.getByText("2 errors in 2 rows.")).toBeVisible();
  await expect(page.getByRole("cell", { name: /Found “=cmd”, expected a number/ })).toBeVisible();
  await expectSound(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all as CSV" }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).split("\r\n");
  expect(lines[0]).toBe("Row,Column,What is wrong");
  expect(lines[1]).toMatch(/^3,age,/);
  await page.getByLabel(/^Continue without these 2 rows/).check();
  await expect(page.getByRole("term").filter({ hasText: "Left out" })).toBeVisible();

  await uploadPeople(
    page,
    "odd.csv",
    "amount;day;grade;member\n1.234;03/04/2024;0,5;1\n2.500;05/06/2024;900,5;0\n",
  );
  await takeSafeColumns(page, "Show and use the 2 columns without a warning");
  await page.getByLabel("Use of amount").selectOption("both");
  await expect(
    page.getByText("“amount” can be read in two ways: say how it is written.").first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "1234, in thousands" }).click();
  await page.getByLabel("Use of day").selectOption("both");
  await page.getByRole("button", { name: "4 March 2024" }).click();
  await expect(page.getByText("yes 1, no 1 (0 is no, 1 is yes)")).toBeVisible();
  const first = page.getByRole("region", { name: "First rows of the file" }).getByRole("row", { name: /^2/ });
  await expect(first.getByRole("cell")).toHaveText(["1,234", "4 March 2024", "0.5", "yes"]);
  await expect(page.getByText("Every row can be imported.")).toBeVisible();
  await expectSound(page);

  const numbers = Array.from({ length: 24 }, (_, index) => index + 1);
  const heads = numbers.map((number) => `test result ${number}`).join(",");
  await uploadPeople(page, "many.csv", `${heads}\n${numbers.join(",")}\n${numbers.toReversed().join(",")}\n`);
  await expect(page.getByText("people, 24 columns, comma")).toBeVisible();
  await expectFewWords(page, 350);

  await uploadPeople(page, "people.csv", "town,age\nA,31\nB,=cmd\nC\nA,29\nB,40\n");
  await expect(page.getByText("people, 2 columns, comma")).toBeVisible();
  await page.getByLabel("Columns are separated by").selectOption({ label: "Semicolon" });
  await expect(page.getByText("people, 1 column, semicolon")).toBeVisible();
  await page.getByLabel("Columns are separated by").selectOption({ label: "Comma" });
  await expect(page.getByText("people, 2 columns, comma")).toBeVisible();

  await page.getByRole("link", { name: "Review and publish" }).click();
  await expect(page.getByText(/things are missing before it can be published/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Publish/ })).toBeDisabled();
});

test("a draft continues after a reload and on another device, and no tab overwrites another", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await begin(page, "To be continued");
  await page.getByLabel("Purpose").fill("Who is admitted?");
  await saved(page);
  await page.reload();
  await expect(page.getByLabel("Purpose")).toHaveValue("Who is admitted?");

  const elsewhere = await atStudies(browser, demoUrl, "operator");
  await elsewhere.getByRole("link", { name: "To be continued", exact: true }).click();
  await expect(elsewhere.getByRole("heading", { level: 1, name: "New study: who is judged" })).toBeVisible();
  await elsewhere.getByRole("link", { name: "4 Settings" }).click();
  await elsewhere.getByLabel("People in a round", { exact: true }).fill("7");
  await saved(elsewhere);

  await page.getByLabel("Purpose").fill("Typed in the older tab");
  await expect(page.getByText("This draft was changed in another tab or on another device.")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Load the draft again" }).click();
  await expect(page.getByLabel("Purpose")).toHaveValue("Who is admitted?");
  await page.getByLabel("Purpose").fill("Typed again");
  await saved(page);

  await page.goto("/studies/new");
  await page.getByRole("button", { name: "Delete: To be continued" }).click();
  await page.getByRole("button", { name: "Yes: Delete: To be continued" }).click();
  await expect(page.getByRole("link", { name: "To be continued", exact: true })).toBeHidden();
});

test("an upload that finishes after its page was left does not block the next file", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await begin(page, "Left in the middle");
  await go(page, "Go on to people", "New study: who is judged");
  await page.reload();
  await expect(page.getByText("No file yet")).toBeVisible();
  const { origin, pathname } = new URL(page.url());
  const headers = { "content-type": "application/octet-stream", "x-file-name": "left.csv", origin };
  /** Completes an upload on the server, whether or not its page is still open. */
  const arrive = async () => {
    const path = `/api${pathname.replace(/\/draft.*/, "/uploads/people")}`;
    expect((await page.request.post(path, { data: "town,age\nA,31\nB,40\n", headers })).ok()).toBe(true);
  };
  await arrive();
  await uploadPeople(page, "next.csv", "town,age,months\nA,31,6\nB,40,9\n");
  await expect(page.getByText("2 people, 3 columns")).toBeVisible();
  await page.getByLabel("Use of months").selectOption("both");
  await saved(page);

  // Text typed then cannot be saved; the page says so, also when a file is chosen, and offers to continue.
  await arrive();
  await page.getByLabel("Use of age").selectOption("both");
  await expect(page.getByText("This draft was changed in another tab or on another device.")).toBeVisible();
  const again = "town,age\nA,31\nB,40\nC,50\n";
  const file = { name: "again.csv", mimeType: "text/csv", buffer: Buffer.from(again) };
  await page.getByLabel("File of people").setInputFiles(file);
  await expect(page.getByText("Your last changes are not saved, so the file was not sent.")).toBeVisible();
  await page.getByRole("button", { name: "Load the draft again" }).click();
  await expect(page.getByText("left.csv")).toBeVisible();
  await uploadPeople(page, "again.csv", again);
  await expect(page.getByText("3 people, 2 columns")).toBeVisible();
});
