"use client";

import { useMutation } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { postProviderSignIn } from "#components/ui/api/auth-client.ts";
import { SignInRefused } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/signIn.ts";

/** Button that signs in with the provider and returns to `next`, a path of this site that the server checked. */
export function ProviderSignIn({ name, next }: { name: string; next: string }) {
  const leave = useMutation({ mutationFn: () => postProviderSignIn(next) });
  return (
    <div className="mt-6 grid gap-4 border-t border-hair pt-6">
      <Button busy={leave.isPending} onClick={() => leave.mutate()}>
        {leave.isPending ? t.goingToProvider({ provider: name }) : t.byProvider({ provider: name })}
        <ExternalLink aria-hidden />
      </Button>
      {leave.error && <Notice tone="bad" title={wordsOf(leave.error, name)} live />}
    </div>
  );
}

function wordsOf(error: Error, name: string): string {
  return error instanceof SignInRefused ? error.message : t.providerUnreached({ provider: name });
}
