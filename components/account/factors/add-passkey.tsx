"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/factors.ts";
import { NameField } from "./name-field.tsx";
import { passkeyProblem, plain } from "./passkeys.ts";

type Props = {
  onAdded: (added: { recoveryCodes: readonly string[] | null }) => void;
  onCancel: () => void;
};

export function AddPasskey({ onAdded, onCancel }: Props) {
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
        <Button look="act" type="submit" busy={make.isPending}>
          {make.isPending ? t.waitingForDevice() : t.makePasskey()}
        </Button>
        <Button onClick={onCancel}>{t.cancel()}</Button>
      </div>
    </form>
  );
}
