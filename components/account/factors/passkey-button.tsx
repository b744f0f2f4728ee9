"use client";

import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/factors.ts";
import { type Aside, AsideButton } from "./code-form.tsx";
import { passkeyProblem, plain } from "./passkeys.ts";

/**
 * Button that confirms a passkey: the device requests a fingerprint, a face or a PIN, and the server checks the
 * answer.
 */
export function PasskeyButton({ onDone, aside }: { onDone: () => void; aside?: Aside }) {
  const trpc = useTRPC();
  const ask = useMutation(trpc.factors.askForPasskey.mutationOptions());
  const give = useMutation(trpc.factors.give.mutationOptions());
  const prove = useMutation({
    mutationFn: async () => {
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const response = await startAuthentication({ optionsJSON: await ask.mutateAsync({}) });
      await give.mutateAsync({ proof: { kind: "passkey", response: plain(response) } });
    },
    onSuccess: onDone,
  });
  return (
    <div className="grid gap-5">
      {prove.error && <Notice tone="bad" title={passkeyProblem(prove.error)} live />}
      <div className="flex flex-wrap items-center gap-3">
        <Button look="act" busy={prove.isPending} onClick={() => prove.mutate()}>
          <KeyRound aria-hidden />
          {prove.isPending ? t.waitingForDevice() : t.passkeyButton()}
        </Button>
        {aside && <AsideButton {...aside} />}
      </div>
    </div>
  );
}
