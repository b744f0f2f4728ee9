"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button, Submit } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/factors.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { NameField } from "./name-field.tsx";
import { passkeyProblem, plain } from "./passkeys.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { factorSchemas } from "./schemas.ts";

type Added = { readonly recoveryCodes: readonly string[] | null };

/** Offers two kinds of second factor. After the first one it shows the recovery codes, once. */
export function SetUp({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState<"passkey" | "authenticator" | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const added = ({ recoveryCodes }: Added) => {
    setKind(null);
    if (recoveryCodes === null) onDone();
    else setCodes(recoveryCodes);
  };
  if (codes !== null) {
    const kept = () => {
      setCodes(null);
      onDone();
    };
    return <RecoveryCodes codes={codes} onKept={kept} />;
  }
  if (kind === "passkey") return <AddPasskey onAdded={added} onCancel={() => setKind(null)} />;
  if (kind === "authenticator") return <AddAuthenticator onAdded={added} onCancel={() => setKind(null)} />;
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      <Kind
        title={t.kindName({ kind: "passkey" })}
        what={t.passkeyAbout()}
        label={t.setUpPasskey()}
        onClick={() => setKind("passkey")}
      />
      <Kind
        title={t.kindName({ kind: "authenticator" })}
        what={t.authenticatorAbout()}
        label={t.setUpApp()}
        onClick={() => setKind("authenticator")}
      />
    </ul>
  );
}

function Kind({
  title,
  what,
  label,
  onClick,
}: {
  title: string;
  what: string;
  label: string;
  onClick: () => void;
}) {
  return (
    <li className="grid grid-rows-[auto_1fr_auto] gap-2 rounded-sm border border-hair bg-sheet p-4">
      <b>{title}</b>
      <span className="text-sm text-ink-2">{what}</span>
      <span>
        <Button small onClick={onClick}>
          {label}
        </Button>
      </span>
    </li>
  );
}

type Props = {
  onAdded: (added: Added) => void;
  onCancel: () => void;
};

function AddPasskey({ onAdded, onCancel }: Props) {
  const trpc = useTRPC();
  const offer = useMutation(trpc.factors.offerPasskey.mutationOptions());
  const add = useMutation(trpc.factors.addPasskey.mutationOptions());
  const [name, setName] = useState("");
  const make = useMutation({
    mutationFn: async (given: string) => {
      setName(given);
      const { startRegistration } = await import("@simplewebauthn/browser");
      const response = await startRegistration({ optionsJSON: await offer.mutateAsync({}) });
      return add.mutateAsync({ name: given, response: plain(response) });
    },
    onSuccess: onAdded,
  });
  const nameError = make.error ? refusalOf(make.error).fields.name : undefined;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!make.isPending) make.mutate(String(new FormData(event.currentTarget).get("name") ?? ""));
  }

  return (
    <form onSubmit={onSubmit} method="post" noValidate className="grid max-w-100 gap-5">
      <NameField example={name || t.myPasskey()} error={nameError} />
      {make.error && !nameError && <Notice tone="bad" title={passkeyProblem(make.error)} live />}
      <div className="flex flex-wrap gap-3">
        <Submit look="act" busy={make.isPending} act={t.makePasskey()} doing={t.waitingForDevice()} />
        <Button onClick={onCancel}>{t.cancel()}</Button>
      </div>
    </form>
  );
}

type Offer = Outputs["factors"]["offerAuthenticator"];
function AddAuthenticator({ onAdded, onCancel }: Props) {
  const offer = useMutation(useTRPC().factors.offerAuthenticator.mutationOptions());
  const { mutate } = offer;
  useEffect(() => mutate({}), [mutate]);
  if (offer.error) {
    return (
      <div className="grid gap-4">
        <ErrorNotice error={offer.error} />
        <div className="flex gap-3">
          <Button onClick={() => mutate({})}>{t.tryAgain()}</Button>
          <Button onClick={onCancel}>{t.cancel()}</Button>
        </div>
      </div>
    );
  }
  if (offer.data === undefined) return <p aria-live="polite">{t.makingSecret()}</p>;
  return <Steps offer={offer.data} onAdded={onAdded} onCancel={onCancel} />;
}

function Steps({ offer, onAdded, onCancel }: Props & { offer: Offer }) {
  const add = useMutation(useTRPC().factors.addAuthenticator.mutationOptions());
  const { form, field, refusal, isBusy } = useForm(
    async () => (await factorSchemas()).addAuthenticatorSchema,
    async (values) => {
      onAdded(await add.mutateAsync(values));
      return undefined;
    },
  );
  return (
    <form {...form} className="grid gap-5 md:grid-cols-[auto_minmax(0,25rem)] md:gap-8">
      <div className="grid content-start gap-3">
        <QrPicture rows={offer.picture} />
        <p className="max-w-60 text-sm text-ink-2">
          {t.typeSecret({
            code: () => <code className="font-mono text-ink select-all">{inGroups(offer.secret)}</code>,
          })}
        </p>
        <div>
          <CopyButton text={offer.secret} />
        </div>
      </div>
      <div className="grid content-start gap-5">
        <p className="text-ink-2">{t.scanThenType()}</p>
        <Field label={t.code()} {...field("code")} inputMode="numeric" autoComplete="one-time-code" />
        <NameField example={t.myPhone()} error={refusal.fields.name} />
        {refusal.message && !refusal.fields.code && <Notice tone="bad" title={refusal.message} live />}
        <div className="flex flex-wrap gap-3">
          <Submit look="act" busy={isBusy} act={t.confirm()} doing={t.checking()} />
          <Button onClick={onCancel}>{t.cancel()}</Button>
        </div>
      </div>
    </form>
  );
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}

const BORDER = 4;

/** QR code, drawn dark on light in every theme because cameras expect that. */
function QrPicture({ rows }: { rows: readonly string[] }) {
  const size = rows.length + 2 * BORDER;
  const path = rows
    .flatMap((row, y) =>
      [...row].map((sign, x) => (sign === "1" ? `M${x + BORDER} ${y + BORDER}h1v1h-1z` : "")),
    )
    .join("");
  return (
    <svg
      role="img"
      aria-label={t.qrCode()}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-60 max-w-full rounded-sm border border-hair"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
