import { expect, it } from "vitest";
import { updateMembership } from "#db/queries/seats.ts";
import { changeLanguage, readLanguage } from "#server/accounts/language.ts";
import { findSessionStatus, prepareSession } from "#server/accounts/sessions.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { joinStudy } from "#server/studies/join-study.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";

describeEngines("the language of an account", async (openStore) => {
  const app = testApp(await openStore());

  it("is its own choice, or else that of the newest study in which it is an auditor", async () => {
    const operatorId = await addAccount(app, "operator");
    const accountId = await addAccount(app, "auditor");
    const { sessionId, insert } = prepareSession(app, accountId, "a browser");
    await app.store.tx(insert);
    const language = async () => (await findSessionStatus(app, sessionId)).language;
    const join = async (name: string, of: "de" | "es", role: "auditor" | "researcher") => {
      const { studyId } = await createDraft(app, operatorId, { name, language: of });
      const way = { wayIn: "link-mailed", addedBy: operatorId, key: null } as const;
      await app.store.tx((tx) => joinStudy(tx, { studyId, accountId, role, ...way, now: app.now() }));
      return studyId;
    };
    expect(await language()).toBeNull();
    await join("Researched", "es", "researcher");
    expect(await language()).toBeNull();
    await join("Judged first", "de", "auditor");
    expect(await language()).toBe("de");
    const newest = await join("Judged later", "es", "auditor");
    expect(await language()).toBe("es");
    await changeLanguage(app, accountId, "en");
    expect([await language(), await readLanguage(app, accountId)]).toEqual(["en", "en"]);
    await changeLanguage(app, accountId, null);
    expect([await language(), await readLanguage(app, accountId)]).toEqual(["es", null]);
    await app.store.tx((tx) => updateMembership(tx, { studyId: newest, accountId }, { endedAt: app.now() }));
    expect(await language()).toBe("de");
  });
});
