"use client";

import { useState, useTransition } from "react";
import { postSignIn } from "#components/ui/api/auth-client.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import * as t from "#messages/signIn.ts";
import type { demoPeople } from "#server/accounts/demo-people.ts";

type DemoSignIn = { readonly password: string; readonly accounts: typeof demoPeople };

/** Buttons that sign in to the accounts of a demonstration. `next` is a path of this site, checked on the server. */
export function DemoAccounts({ demo: { password, accounts }, next }: { demo: DemoSignIn; next: string }) {
  const [isPending, start] = useTransition();
  const [error, setError] = useState<unknown>(null);
  const signIn = (email: string) =>
    start(async () => {
      try {
        await postSignIn(email, password);
        location.assign(next);
      } catch (refused) {
        setError(refused);
      }
    });
  return (
    <section aria-labelledby="demo-accounts" className="mb-6 grid gap-3">
      <h2 id="demo-accounts">{t.demoAccounts()}</h2>
      <ul className="grid auto-rows-fr gap-2 sm:grid-cols-2">
        {accounts.map(({ email, displayName, role }) => (
          <li key={email} className="grid">
            <Button disabled={isPending} onClick={() => signIn(email)}>
              {t.demoAccount({ name: displayName, role })}
            </Button>
          </li>
        ))}
      </ul>
      <ErrorNotice error={error} />
    </section>
  );
}
