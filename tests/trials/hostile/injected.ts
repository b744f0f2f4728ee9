import { parse } from "csv-parse/sync";
import { reviseGuidelines } from "#server/studies/guidelines.ts";
import { addReader, seatAuditor } from "#server/studies/seats.ts";
import { addressesOf, pagePatterns } from "#tests/pages/addresses.ts";
import { insertPerson } from "#tests/setup/app.ts";
import type { MailServer } from "#tests/setup/mail-server.ts";
import { playRound } from "#tests/setup/play.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { madeUpPeople, publishFor } from "#tests/setup/study.ts";
import { each } from "./requests.ts";
import type { Stage } from "./stage.ts";
import type { Tally } from "./tally.ts";

/** Without commas and quotes, so that they are cells of a file unchanged. */
const payloads = [
  "<img src=x onerror=evil()>",
  "</script><script>evil()</script>",
  "<svg/onload=evil()>",
  "]]><script>evil()</script>",
  "{{7*7}}<%= 7*7 %>",
  "=cmd|' /C evil'!A1",
  "+evil(1)",
  "-evil(1)",
  "@evil(1)",
  "＝evil(1)",
  "＋evil(1)",
  "－evil(1)",
  "＠evil(1)",
  "\u202egnp.evil",
];
const asWritten = /<img src=x|<script>evil|<svg\/onload/i;
const markdown = [
  ...payloads,
  "[a](javascript:evil())",
  "[a](data:text/html;base64,PHNjcmlwdD4=)",
  "<a href='javascript:evil()'>a</a>",
  "![a](javascript:evil())",
  "[a]: javascript:evil()\n[a]",
  "<javascript:evil()>",
  "`<img src=x onerror=evil()>`",
];

/** Checks that users' input comes back as text: on pages, in responses, files and mails. */
export async function everyText(stage: Stage, tally: Tally, mails: MailServer) {
  const { app, client } = stage;
  const name = `Loans ${payloads[0]}\r\nBcc: evil@example.org`;
  const person = (who: string, platformRole: "operator" | "member" | "administrator") =>
    insertPerson(app, {
      email: `${who}@injected.example`,
      displayName: `${payloads[1]} ${who}`,
      platformRole,
    });
  const operatorId = await person("operator", "operator");
  const people = madeUpPeople(14).map(([income, years], at) => [
    income ?? "1",
    years ?? null,
    payloads[at] ?? "x",
  ]);
  const identifiers = people.map((_, at) => `${payloads[at % payloads.length]}#${at}`);
  const studyId = await publishFor(app, operatorId, {
    name,
    people,
    identifiers,
    settings: { roundSize: "14" },
  });
  const auditorId = await person("auditor", "member");
  const researcherId = await person("researcher", "member");
  await seatAuditor(app, { studyId, accountId: auditorId });
  await addReader(app, { studyId, accountId: researcherId, role: "researcher" });
  const revision = {
    studyId,
    accountId: operatorId,
    purpose: payloads.join(" "),
    body: markdown.join("\n\n"),
  };
  await reviseGuidelines(app, { ...revision, basedOn: 1 });
  const study = { studyId, operatorId, operatorEmail: "", auditorIds: [auditorId], auditorEmails: [] };
  await playRound(app, study, []);
  const cookies = {
    operator: await cookieOf(app, operatorId),
    auditor: await cookieOf(app, auditorId),
    researcher: await cookieOf(app, researcherId),
    administrator: await cookieOf(app, await person("administrator", "administrator")),
  };
  await pages();
  await files();
  await invitationMail();

  async function pages() {
    const values = {
      studyId: [studyId],
      study: [studyId],
      round: ["1"],
      seq: ["1", "5"],
      step: ["purpose"],
      text: ["imprint"],
      name: ["log-format"],
      token: ["x".repeat(43)],
    };
    const requests = pagePatterns
      .flatMap((pattern) => addressesOf(pattern, values))
      .flatMap((path) => Object.entries(cookies).map(([who, cookie]) => ({ path, who, cookie })));
    let shown = 0;
    await each(requests, async ({ path, who, cookie }) => {
      const { status, text } = await client.ask(path, { cookie });
      tally.check(
        `${path} as ${who}`,
        status < 500 && !asWritten.test(text),
        asWritten.exec(text)?.[0] ?? status,
      );
      const links = [...text.matchAll(/(?:href|src|action)="\s*(?:javascript|data:text)[^"]*"/gi)];
      tally.check(`links of ${path} as ${who}`, links.length === 0, links[0]?.[0]);
      // The test is only meaningful if the input appears on pages.
      if (text.includes("onerror=evil()")) shown += 1;
    });
    tally.check("what was typed is on pages", shown > 5, `${shown} pages`);
  }

  async function files() {
    const tables = ["people", "pairs", "reports", "picked", "rules", "remembered", "changed"];
    const paths = [
      `/api/studies/${studyId}/decisions`,
      `/api/studies/${studyId}/rounds/1/decisions`,
      ...tables.map((table) => `/api/studies/${studyId}/data/${table}.csv`),
    ];
    let seen = 0;
    for (const path of paths) {
      const { status, text, headers } = await client.ask(path, { cookie: cookies.operator });
      if (status !== 200) continue;
      tally.check(`${path} is a file`, String(headers["content-disposition"]).startsWith("attachment"));
      for (const cell of (parse(text, { relax_column_count: true }) as string[][]).flat()) {
        tally.check(`a cell of ${path}`, !isFormula(cell), cell);
        if (cell.includes("evil")) seen += 1;
      }
    }
    tally.check("what was typed is in files", seen > 10, `${seen} cells`);
  }

  async function mailTo(address: string) {
    for (;;) {
      const mail = await mails.take();
      if (mail.to.includes(address)) return mail;
    }
  }

  async function invitationMail() {
    await client.mutate(
      "panel.invite",
      { studyId, email: "invited@injected.example", role: "researcher" },
      cookies.operator,
    );
    const mail = await mailTo("invited@injected.example");
    const names = [...mail.headers.keys()];
    tally.check("a mail goes to one person", mail.to.length === 1, mail.to);
    tally.check("no header was typed", !names.includes("bcc") && !names.includes("x-injected"), names);
    tally.check("the subject is one line", !/[\r\n]/.test(mail.headers.get("subject") ?? "\n"));
    tally.check("a mail is plain text", /^text\/plain/.test(mail.headers.get("content-type") ?? ""));
  }
}

/** Returns whether a spreadsheet would run a cell, after separators that it splits at and white space that it skips. */
function isFormula(cell: string): boolean {
  return /^[\s;]*[=+\-@＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(cell);
}
