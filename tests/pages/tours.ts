/** The pages to check, by account: for screenshots (tests/screens.ts) and for axe (every-page.spec.ts). */
import type { Page } from "@playwright/test";
import { pagePatterns } from "./addresses.ts";

type Shot = { readonly pattern: string; readonly address: string };

/** Pages by name, by the person who opens them. */
export type Tours = Readonly<Record<string, Readonly<Record<string, Shot>>>>;

const applicants = [
  "code,monthly_income,months,housing,repaid",
  ...Array.from(
    { length: 12 },
    (_, i) => `a-${i},${2400 + 350 * i},${6 + 6 * (i % 5)},${i % 3 ? "rent" : "own"},${i % 2}`,
  ),
].join("\n");

/** Makes a draft with a file in it, so that each step has something to show. Returns its id. */
export async function makeDraft(page: Page): Promise<string> {
  await page.goto("/studies/new");
  await page.getByLabel("Name of the study").fill("Small loans, spring");
  await page.keyboard.press("Enter");
  await page.getByLabel("Purpose").fill("Who gets a small loan?");
  await page.getByRole("button", { name: "Go on to people" }).click();
  const buffer = Buffer.from(applicants);
  await page.getByLabel("File of people").setInputFiles({ name: "spring.csv", mimeType: "text/csv", buffer });
  await page.getByText("12 people, 5 columns").waitFor();
  await page.getByRole("button", { name: /^Show and use the/ }).click();
  await page.getByRole("button", { name: "Go on to rules" }).click();
  await page.waitForURL(/\/draft\/rules$/);
  return new URL(page.url()).pathname.split("/")[2] ?? "";
}

/** Makes an invitation as an administrator. Returns the path of its link. */
export async function makeInvitation(page: Page): Promise<string> {
  await page.goto("/administration");
  await page.getByLabel("E-mail").fill("amina.diallo@example.org");
  await page.getByRole("button", { name: "Make a link" }).click();
  return new URL(await page.getByRole("textbox", { name: "Link" }).inputValue()).pathname;
}

/** Makes a personal link to a person of the demo's round 4. Returns the path of its link. */
export async function makePersonalLink(page: Page, study: string): Promise<string> {
  await page.goto(`${study}/rounds/4`);
  await page.getByText("Explain a decision to a person").click();
  await page.getByLabel("Contact for questions").fill("Ms Ada, room 7");
  await page.getByRole("button", { name: "Make a personal link" }).click();
  return new URL(await page.getByRole("textbox", { name: "Personal link" }).inputValue()).pathname;
}

/** The help pages, and documents with long tables, long lines of code and deep headings. */
const documents = ["auditor", "operator", "researcher", "log-format", "operations", "decisions"];

const at = (pattern: string, address = pattern): Shot => ({ pattern, address });
const inStudy =
  (study: string) =>
  (path: string, address = path): Shot =>
    at(`/studies/[studyId]${path}`, `/studies/${study}${address}`);

/** The pages of the demo while its round 13 is open. The tour "owing" is of an account that still needs a second factor. */
export function toursWhileOpen(places: {
  study: string;
  draft: string;
  invitation: string;
  explanation: string;
}) {
  const { study, draft, invitation, explanation } = places;
  const of = inStudy(study);
  const step = (name: string): Shot =>
    at("/studies/[studyId]/draft/[step]", `/studies/${draft}/draft/${name}`);
  return {
    visitor: {
      "sign-in": at("/sign-in"),
      stored: at("/stored"),
      verify: at("/verify"),
      checkpoints: at("/checkpoints/[study]", `/checkpoints/${study}`),
      invitation: at("/invitation/[token]", invitation),
      explanation: at("/explanation/[token]", explanation),
      documentation: at("/docs"),
      programs: at("/docs/programs"),
      ...Object.fromEntries(documents.map((name) => [name, at("/docs/[...name]", `/docs/${name}`)])),
    },
    admin: {
      administration: at("/administration"),
      health: at("/administration/health"),
      "security-log": at("/administration/security-log"),
      organisation: at("/administration/organisation"),
      account: at("/account"),
    },
    operator: {
      studies: at("/"),
      "new-study": at("/studies/new"),
      overview: of(""),
      rounds: of("/rounds"),
      settings: of("/settings"),
      "settings-revise": of("/settings/revise"),
      webhooks: of("/settings/webhooks"),
      panel: of("/panel"),
      people: of("/people"),
      outcomes: of("/rounds/outcomes"),
      objections: of("/rounds/objections"),
      guidelines: of("/guidelines"),
      "round-open": of("/rounds/[round]", "/rounds/13"),
      "round-closed": of("/rounds/[round]", "/rounds/4"),
      summary: of("/results"),
      policy: of("/results/policy"),
      "panel-results": of("/results/panel"),
      groups: of("/results/groups"),
      distances: of("/results/distances"),
      "what-if": of("/results/what-if", "/results/what-if?rule=any(s1%2C%204)"),
      data: of("/data"),
      simulations: of("/results/simulations"),
      report: of("/report"),
      entry: of("/data/entries/[seq]", "/data/entries/12"),
      tokens: at("/account/tokens"),
    },
    drafting: {
      "draft-purpose": step("purpose"),
      "draft-people": step("people"),
      "draft-rules": step("rules"),
      "draft-settings": step("settings"),
      "draft-rehearsal": step("rehearsal"),
      "draft-publish": step("publish"),
    },
    auditor1: {
      "my-rounds": of("/judging"),
      judging: of("/judging/[round]", "/judging/13"),
      "judging-against": of("/judging/[round]", "/judging/13?view=against"),
      "judging-grid": of("/judging/[round]", "/judging/13?view=grid"),
      review: of("/judging/[round]", "/judging/13?view=review"),
      practice: of("/practice"),
      "own-results": of("/results"),
      result: of("/results/[round]", "/results/4"),
      receipt: of("/receipts/[round]", "/receipts/4"),
      receipts: of("/receipts"),
    },
    researcher: { "overview-researcher": of(""), "data-researcher": of("/data") },
    observer: {
      "round-observer": of("/rounds/[round]", "/rounds/4"),
      "panel-results-observer": of("/results/panel"),
      "data-observer": of("/data"),
    },
    owing: { "second-factor": at("/sign-in/factor") },
  } satisfies Tours;
}

/** The pages of a study whose rounds are all closed. */
export function toursBetweenRounds(study: string) {
  const of = inStudy(study);
  return { operator: { "open-round": of("/rounds/new"), "study-between-rounds": of("") } } satisfies Tours;
}

/**
 * Pages that only redirect, and pages that a test must create first and checks itself: the shared report (report.spec.ts)
 * and the texts of an organisation (organisation.spec.ts).
 */
const elsewhere = ["/studies/[studyId]/draft", "/docs/help", "/reports/[token]", "/about/[text]"];

const nowhere = {
  study: "study",
  draft: "draft",
  invitation: "/invitation/token",
  explanation: "/explanation/token",
};
const shots = [toursWhileOpen(nowhere), toursBetweenRounds("study")]
  .flatMap((tours: Tours) => Object.values(tours))
  .flatMap((tour) => Object.values(tour));
const missing = pagePatterns.filter(
  (pattern) => !elsewhere.includes(pattern) && !shots.some((shot) => shot.pattern === pattern),
);
if (missing.length > 0) throw new Error(`name in tests/pages/tours.ts who looks at ${missing.join(", ")}`);
