"use client";

import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import * as t from "#messages/setupPanel.ts";

type Props = { studyId: string; rule: { isRequired: boolean; provider: string | null } };

/** Setting for whether auditors may also sign in with a password. */
export function SignInRule({ studyId, rule: { isRequired, provider } }: Props) {
  const change = useChange(useTRPC().panel.requireSignIn);
  const name = provider ?? t.unknownProvider();
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-measure">
        {isRequired ? t.onlyProvider({ name }) : t.passwordOrProvider({ name })}
      </p>
      <Button busy={change.isPending} onClick={() => change.mutate({ studyId, isRequired: !isRequired })}>
        {isRequired ? t.allowPassword() : t.requireProvider({ name })}
      </Button>
      <ErrorNotice error={change.error} />
    </div>
  );
}
