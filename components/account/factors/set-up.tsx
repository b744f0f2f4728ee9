"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button, Submit } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/factors.ts";
import { AddAuthenticator } from "./add-authenticator.tsx";
import { NameField } from "./name-field.tsx";
import { passkeyProblem, plain } from "./passkeys.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

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
  onAdded: (added: { recoveryCodes: readonly string[] | null }) => void;
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
