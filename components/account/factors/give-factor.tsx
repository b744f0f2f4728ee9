"use client";

import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
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
  if (ways.password) return <CodeForm kind="password" onDone={onDone} />;
  if (isLost) {
    const back = { label: t.otherWay(), onClick: () => setLost(false) };
    return <CodeForm key="recovery-code" kind="recovery-code" onDone={onDone} aside={back} />;
  }
  const lost = ways.recoveryCode ? { label: t.lostIt(), onClick: () => setLost(true) } : undefined;
  return (
    <div className="grid gap-6">
      {ways.passkey && <PasskeyButton onDone={onDone} aside={ways.authenticator ? undefined : lost} />}
      {ways.authenticator && <CodeForm kind="authenticator" onDone={onDone} aside={lost} />}
    </div>
  );
}

/**
 * Button that confirms a passkey: the device requests a fingerprint, a face or a PIN, and the server checks the
 * answer.
 */
function PasskeyButton({ onDone, aside }: { onDone: () => void; aside: Aside | undefined }) {
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

/** The field of each proof that is typed, and its schema. */
const proofs = {
  password: {
    field: () => ({
      ...{ name: "password", label: t.yourPassword() },
      ...{ type: "password", autoComplete: "current-password" },
    }),
    schema: async () => (await factorSchemas()).passwordProofSchema,
  },
  "recovery-code": {
    field: () => ({
      ...{ name: "code", label: t.recoveryCode() },
      ...{ autoComplete: "off", hint: t.recoveryCodeHint() },
    }),
    schema: async () => (await factorSchemas()).recoveryProofSchema,
  },
  authenticator: {
    field: () => ({
      ...{ name: "code", label: t.code(), hint: t.codeHint() },
      ...{ inputMode: "numeric" as const, autoComplete: "one-time-code" },
    }),
    schema: async () => (await factorSchemas()).authenticatorProofSchema,
  },
};

type Proof = z.output<Awaited<ReturnType<(typeof proofs)[keyof typeof proofs]["schema"]>>>;

/** Form with one field for a code or password that confirms the user's identity. */
function CodeForm({
  kind,
  onDone,
  aside,
}: {
  kind: keyof typeof proofs;
  onDone: () => void;
  aside?: Aside | undefined;
}) {
  const give = useMutation(useTRPC().factors.give.mutationOptions());
  const schema: () => Promise<z.ZodType<Proof>> = proofs[kind].schema;
  const { form, refusal, isBusy } = useForm(
    schema,
    async (proof) => {
      await give.mutateAsync({ proof });
      onDone();
    },
    { kind },
  );
  const field = proofs[kind].field();
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
