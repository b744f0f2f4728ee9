"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { AddAuthenticator } from "./add-authenticator.tsx";
import { AddPasskey } from "./add-passkey.tsx";
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
        title="Passkey"
        what="A finger, a face or a PIN on this device, or a key you plug in. The safest: it cannot be given to a false page."
        label="Set up a passkey"
        onClick={() => setKind("passkey")}
      />
      <Kind
        title="Authenticator app"
        what="An app on your phone shows six digits, new ones every half minute."
        label="Set up an app"
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
