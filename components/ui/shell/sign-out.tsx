"use client";

import { LogOut } from "lucide-react";
import { useState } from "react";
import { SignInRefused } from "#components/ui/api/refusal.ts";
import * as t from "#messages/ui.ts";

/** Sign-out button. It reports a failure, since a user who leaves a shared computer relies on it. */
export function SignOut({ className }: { className: string }) {
  const [state, setState] = useState<"here" | "leaving" | { failed: string }>("here");

  async function leave() {
    setState("leaving");
    try {
      // Loaded only now, so that no page's first script has it.
      const { postSignOut } = await import("#components/ui/api/auth-client.ts");
      await postSignOut();
      // A full page load, so that nothing of this session stays in memory.
      location.assign("/sign-in");
    } catch (error) {
      setState({ failed: error instanceof SignInRefused ? error.message : t.serverUnreached() });
    }
  }

  return (
    <>
      <button type="button" className={className} disabled={state === "leaving"} onClick={leave}>
        <LogOut aria-hidden />
        {state === "leaving" ? t.signingOut() : t.signOut()}
      </button>
      {typeof state === "object" && (
        <p role="alert" className="px-4 pt-1 pb-2 text-sm text-bad">
          <b>{t.stillSignedIn()}</b> {state.failed}
        </p>
      )}
    </>
  );
}
