import { expect, test } from "@playwright/test";
import type { Outputs } from "#server/http/outputs.ts";
import { addressesOf, type Pattern, pagePatterns, type Values } from "../pages/addresses.ts";
import { HttpClient } from "../trials/http-client.ts";
import { demoServer } from "./shared.ts";

/**
 * The status of each page for each role, over plain HTTP, before its content is sent. Pages are found in the file tree: a
 * new one has to be named here.
 */
const roles = ["admin", "operator", "researcher", "observer", "auditor1"] as const;
type Role = (typeof roles)[number];

const isPublic = (pattern: Pattern) =>
  /^\/(about\/.*|checkpoints\/.*|docs(\/(?!help).*)?|invitation\/.*|explanation\/.*|reports\/.*|sign-in(\/factor)?|stored|verify)$/.test(
    pattern,
  );

/** The roles that may see a page; the first matching line applies. */
const mayCome: readonly [RegExp, readonly Role[]][] = [
  [/^\/($|account(\/tokens)?$|docs\/help$)/, roles],
  [/^\/administration(\/(security-log|health|organisation))?$/, ["admin"]],
  [/^\/studies\/new$/, ["admin", "operator"]],
  [/^\/studies\/\[studyId\]\/(judging|practice|receipts|results\/\[round\])(\/|$)/, ["auditor1"]],
  [
    /^\/studies\/\[studyId\]\/(draft|panel|people|settings|rounds\/(outcomes|objections)|rounds\/new)(\/|$)/,
    ["operator"],
  ],
  [
    /^\/studies\/\[studyId\]\/(report|results\/(distances|groups|what-if|simulations))$/,
    ["operator", "researcher"],
  ],
  [/^\/studies\/\[studyId\]\/(rounds|results\/[\w-]+|data)(\/|$)/, ["operator", "researcher", "observer"]],
  [/^\/studies\/\[studyId\](\/(guidelines|results))?$/, ["operator", "researcher", "observer", "auditor1"]],
];

/** Values that do not exist. `round` and `seq` also in forms that no page writes. */
const missing: Values = {
  round: ["99", "0", "01", "1.0", "one", "65537", "-1"],
  seq: ["999999", "0", "01", "1e3", "last", "9999999999999999"],
  step: ["nothing", "Purpose"],
};

const guarded = pagePatterns.filter((pattern) => !isPublic(pattern));
const clients = {} as Record<Role | "anonymous", HttpClient>;
let present: Values = {};
let draftId = "";

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const { url } = await demoServer();
  for (const role of roles) {
    clients[role] = new HttpClient(url);
    await clients[role].signIn(`${role}@demo.example`, "evenhand-demo");
  }
  clients.anonymous = new HttpClient(url);
  const studies = await clients.researcher.query<Outputs["accounts"]["myStudies"]>("accounts.myStudies", {});
  const draft = await clients.operator.mutate<{ studyId: string }>("drafts.create", {
    name: "Only asked for",
  });
  if (!("ok" in studies && "ok" in draft)) throw new Error(JSON.stringify([studies, draft]));
  draftId = draft.ok.studyId;
  // Other tests create studies meanwhile.
  const demo = studies.ok.studies.filter(({ name }) => name === "Small loans (demo)");
  present = {
    studyId: demo.map(({ id }) => id),
    round: ["1", "9"],
    seq: ["1"],
    step: ["purpose", "publish"],
  };
});

test.afterAll(() => clients.operator.mutate("drafts.discard", { studyId: draftId }));

const status = async (who: Role | "anonymous", address: string) => (await clients[who].send(address)).status;

/** Pages of the setup are those of a draft. */
const valuesOf = (pattern: Pattern): Values =>
  pattern.includes("/draft") ? { ...present, studyId: [draftId] } : present;

function whoMay(pattern: Pattern): readonly Role[] {
  const line = mayCome.find(([form]) => form.test(pattern));
  if (line === undefined) throw new Error(`say in this test who may see ${pattern}`);
  return line[1];
}

test("without a session every page leads to the sign-in and back", async () => {
  for (const pattern of guarded) {
    for (const address of addressesOf(pattern, valuesOf(pattern))) {
      const response = await clients.anonymous.send(address);
      expect(response.status, address).toBe(307);
      const next = address === "/" ? "" : `?next=${encodeURIComponent(address)}`;
      expect(response.headers.get("location"), address).toBe(`/sign-in${next}`);
    }
  }
});

test("visitors can verify records and read checkpoints by a study's id, and get a 404 otherwise", async () => {
  const [study = ""] = present.studyId ?? [];
  for (const path of [`/checkpoints/${study}`, `/checkpoints/${study}/checkpoint`, "/verify"]) {
    for (const who of ["anonymous", ...roles] as const) expect(await status(who, path), path).toBe(200);
  }
  for (const other of [draftId, "01900000-0000-7000-8000-000000000000", "nothing", "%00"]) {
    for (const path of ["", "/checkpoint", "/tile/0/000.p/1"]) {
      expect(await status("anonymous", `/checkpoints/${other}${path}`), `${other}${path}`).toBe(404);
    }
  }
});

test("visitors can read documents, and every other address below them is a 404", async () => {
  for (const path of [
    "",
    "/auditor",
    "/decisions",
    "/theory",
    "/programs",
    "/screens/judging-wide-light.png",
  ]) {
    for (const who of ["anonymous", ...roles] as const)
      expect(await status(who, `/docs${path}`), path).toBe(200);
  }
  for (const path of ["nothing", "__proto__", "log-format.md", "..%2FREADME", "screens/nothing.png"])
    expect(await status("anonymous", `/docs/${path}`), path).toBe(404);
});

test("help redirects to the page for the account's role", async () => {
  const pages = {
    admin: "#administrator",
    operator: "/operator",
    researcher: "/researcher",
    observer: "/researcher",
    auditor1: "/auditor",
  };
  for (const role of roles) {
    const { headers } = await clients[role].send("/docs/help");
    expect(headers.get("location"), role).toBe(`/docs${pages[role]}`);
  }
});

test("only an account that still needs a second factor sees its page", async () => {
  const leads = async (who: Role | "anonymous", address: string) =>
    (await clients[who].send(address)).headers.get("location");
  expect(await leads("anonymous", "/sign-in/factor?next=/account")).toBe("/sign-in?next=%2Faccount");
  expect(await leads("admin", "/sign-in/factor?next=/account")).toBe("/account");
  expect(await leads("admin", "/sign-in/factor?next=/.//evil.example")).toBe("/");
});

test("an account with another role gets status 403", async () => {
  for (const pattern of guarded) {
    for (const address of addressesOf(pattern, valuesOf(pattern))) {
      for (const role of roles) {
        const possible = whoMay(pattern).includes(role) ? [200, 307] : [403];
        expect(possible, `${address} as ${role}`).toContain(await status(role, address));
      }
    }
  }
});

test("an unknown address gets status 404", async () => {
  for (const pattern of guarded) {
    for (const [place, words] of Object.entries(missing)) {
      if (!pattern.includes(`[${place}]`)) continue;
      for (const address of addressesOf(pattern, { ...valuesOf(pattern), [place]: words })) {
        for (const role of whoMay(pattern)) {
          expect(await status(role, address), `${address} as ${role}`).toBe(404);
        }
      }
    }
  }
});

test("an unknown study answers like another operator's, and rounds and log of a draft lead to the draft", async () => {
  const unknown = "01900000-0000-7000-8000-000000000000";
  for (const pattern of guarded.filter((candidate) => candidate.includes("[studyId]"))) {
    for (const address of addressesOf(pattern, { ...present, studyId: [unknown, "nothing", "0", "%00"] })) {
      expect(await status("operator", address), address).toBe(403);
    }
  }
  for (const path of ["rounds/1", "data/entries/1"]) {
    const response = await clients.operator.send(`/studies/${draftId}/${path}`);
    expect(response.status, path).toBe(307);
    expect(response.headers.get("location"), path).toBe(`/studies/${draftId}/draft`);
  }
});
