import { expect, it } from "vitest";
import { listEverybodysTokens, makeToken } from "#server/accounts/api-tokens/personal-tokens.ts";
import { changeCookieKey } from "#server/accounts/change-cookie-key.ts";
import { openSecret, sealSecret } from "#server/accounts/factors/secret-box.ts";
import { findSession, prepareSession } from "#server/accounts/sessions.ts";
import { openSecrets } from "#server/platform/app/own-secrets.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

describeEngines("changing the cookie key", (openStore) => {
  it("ends every session and token, changes no other secret, and is in the security log", async () => {
    const [store, folder] = [await openStore(), temporaryFolder()];
    const app = testApp(store, await openSecrets(store, folder));
    const accountId = await addAccount(app, "amina", "operator");
    const { sessionId, insert } = prepareSession(app, accountId, "a browser");
    await store.tx(insert);
    expect(await findSession(app, sessionId)).toBeDefined();
    await makeToken(app, accountId, { name: "Script", studyId: null, scopes: [], days: 1 });
    const sealed = sealSecret(app.secrets, accountId, "of an app");
    await changeCookieKey(app, folder);
    const after = await openSecrets(store, folder);
    expect(after.sessionSecret).not.toBe(app.secrets.sessionSecret);
    expect({ ...after, sessionSecret: "" }).toEqual({ ...app.secrets, sessionSecret: "" });
    expect(openSecret(after, accountId, sealed)).toBe("of an app");
    expect(await findSession(app, sessionId)).toBeUndefined();
    expect((await listEverybodysTokens(app)).tokens).toEqual([]);
    const events = await store.read((db) => db.q.select().from(db.t.securityEvent));
    expect(events.filter(({ kind }) => kind === "server.cookie-key-changed")).toMatchObject([
      { actorId: null, accountId: null },
    ]);
  });
});
