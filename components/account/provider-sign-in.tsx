"use client";

import { ExternalLink } from "lucide-react";
import { useState, useTransition } from "react";
import { postProviderSignIn } from "#components/ui/api/auth-client.ts";
import { SignInRefused } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/signIn.ts";

/** Button that signs in with the provider and returns to `next`, a path of this site that the server checked. */
export function ProviderSignIn({ name, next }: { name: string; next: string }) {
  const [isPending, start] = useTransition();
  const [error, setError] = useState<unknown>(null);
  const leave = () => start(() => postProviderSignIn(next).catch(setError));
  return (
    <div className="mt-6 grid gap-4 border-t border-hair pt-6">
      <Button busy={isPending} onClick={leave}>
        {isPending ? t.goingToProvider({ provider: name }) : t.byProvider({ provider: name })}
        <ExternalLink aria-hidden />
      </Button>
      {error !== null && <Notice tone="bad" title={wordsOf(error, name)} live />}
    </div>
  );
}

function wordsOf(error: unknown, name: string): string {
  return error instanceof SignInRefused ? error.message : t.providerUnreached({ provider: name });
}
