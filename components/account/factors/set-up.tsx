"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import * as t from "#messages/factors.ts";
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
