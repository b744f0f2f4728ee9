"use client";

import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type ComponentProps, useState } from "react";
import type { z } from "zod";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button, Submit } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/factors.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { passkeyProblem, plain } from "./passkeys.ts";
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

/**
 * Button that confirms a passkey: the device requests a fingerprint, a face or a PIN, and the server checks the
 * answer.
 */
function PasskeyButton({ onDone, aside }: { onDone: () => void; aside?: Aside }) {
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

type Aside = { readonly label: string; readonly onClick: () => void };

/** Form with one field for a code or password that confirms the user's identity. */
function CodeForm<Schema extends z.ZodType>({
  field,
  fixed,
  schema,
  send,
  onDone,
  aside,
}: {
  field: ComponentProps<typeof Field> & { name: string };
  fixed: Readonly<Record<string, unknown>>;
  schema: () => Promise<Schema>;
  send: (values: z.output<Schema>) => Promise<unknown>;
  onDone: () => void;
  aside?: Aside;
}) {
  const { form, refusal, isBusy } = useForm(
    schema,
    async (values) => {
      await send(values);
      onDone();
    },
    fixed,
  );
  const error = refusal.fields[field.name];
  return (
    <form {...form} className="grid max-w-100 gap-5">
      <Field {...field} error={error} />
      {refusal.message && !error && <Notice tone="bad" title={refusal.message} live />}
      <div className="flex flex-wrap items-center gap-3">
        <Submit look="act" busy={isBusy} act={t.confirm()} doing={t.checking()} />
        {aside && <AsideButton {...aside} />}
      </div>
    </form>
  );
}

function AsideButton({ label, onClick }: Aside) {
  return (
    <Button look="ghost" className="-ms-2" onClick={onClick}>
      {label}
    </Button>
  );
}
