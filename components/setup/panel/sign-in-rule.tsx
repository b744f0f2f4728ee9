"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";

type Props = { studyId: string; rule: { isRequired: boolean; provider: string | null } };

/** Setting for whether auditors may also sign in with a password. */
export function SignInRule({ studyId, rule: { isRequired, provider } }: Props) {
  const router = useRouter();
  const change = useMutation(
    useTRPC().panel.requireSignIn.mutationOptions({ onSuccess: () => router.refresh() }),
  );
  const name = provider ?? "a provider that this server no longer has";
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-measure">
        {isRequired
          ? `Only people who signed in by ${name} may judge.`
          : `Auditors sign in with their password or by ${name}.`}
      </p>
      <Button busy={change.isPending} onClick={() => change.mutate({ studyId, isRequired: !isRequired })}>
        {isRequired ? "Let auditors sign in with a password too" : `Require to sign in by ${name}`}
      </Button>
      {change.error && <Notice tone="bad" title={refusalOf(change.error).message} live />}
    </div>
  );
}
