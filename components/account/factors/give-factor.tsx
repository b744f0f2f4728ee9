"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import * as t from "#messages/factors.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { CodeForm } from "./code-form.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { factorSchemas } from "./schemas.ts";

type Ways = Outputs["factors"]["ways"];

/** Asks for one of the user's second factors. */
export function GiveFactor({ ways, onDone }: { ways: Ways; onDone: () => void }) {
  const [isLost, setLost] = useState(false);
  const give = useMutation(useTRPC().factors.give.mutationOptions());
  if (ways.password) {
    return (
      <CodeForm
        key="password"
        field={{
          name: "password",
          label: t.yourPassword(),
          type: "password",
          autoComplete: "current-password",
        }}
        fixed={{ kind: "password" }}
        schema={async () => (await factorSchemas()).passwordProofSchema}
        send={(proof) => give.mutateAsync({ proof })}
        onDone={onDone}
      />
    );
  }
  if (isLost) {
    return (
      <CodeForm
        key="recovery-code"
        field={{
          name: "code",
          label: t.recoveryCode(),
          autoComplete: "off",
          hint: t.recoveryCodeHint(),
        }}
        fixed={{ kind: "recovery-code" }}
        schema={async () => (await factorSchemas()).recoveryProofSchema}
        send={(proof) => give.mutateAsync({ proof })}
        onDone={onDone}
        aside={{ label: t.otherWay(), onClick: () => setLost(false) }}
      />
    );
  }
  const lost = ways.recoveryCode ? { label: t.lostIt(), onClick: () => setLost(true) } : undefined;
  return (
    <div className="grid gap-6">
      {ways.passkey && (
        <PasskeyButton onDone={onDone} {...(!ways.authenticator && lost && { aside: lost })} />
      )}
      {ways.authenticator && (
        <CodeForm
          key="authenticator"
          field={{
            name: "code",
            label: t.code(),
            inputMode: "numeric",
            autoComplete: "one-time-code",
            hint: t.codeHint(),
          }}
          fixed={{ kind: "authenticator" }}
          schema={async () => (await factorSchemas()).authenticatorProofSchema}
          send={(proof) => give.mutateAsync({ proof })}
          onDone={onDone}
          {...(lost && { aside: lost })}
        />
      )}
    </div>
  );
}
