"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/setupPanel.ts";

type Props = { studyId: string; rule: { isRequired: boolean; provider: string | null } };

/** Setting for whether auditors may also sign in with a password. */
export function SignInRule({ studyId, rule: { isRequired, provider } }: Props) {
  const router = useRouter();
  const change = useMutation(
    useTRPC().panel.requireSignIn.mutationOptions({ onSuccess: () => router.refresh() }),
  );
  const name = provider ?? t.unknownProvider();
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-measure">
        {isRequired ? t.onlyProvider({ name }) : t.passwordOrProvider({ name })}
      </p>
      <Button busy={change.isPending} onClick={() => change.mutate({ studyId, isRequired: !isRequired })}>
        {isRequired ? t.allowPassword() : t.requireProvider({ name })}
      </Button>
      {change.error && <Notice tone="bad" title={refusalOf(change.error).message} live />}
    </div>
  );
}
