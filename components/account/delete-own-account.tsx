"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import * as t from "#messages/account.ts";

/** Button that deletes the user's own account, after a confirmation. */
export function DeleteOwnAccount({ name }: { name: string }) {
  const remove = useMutation(
    useTRPC().accounts.deleteOwn.mutationOptions({ onSuccess: () => location.replace("/sign-in") }),
  );
  return (
    <div className="grid justify-items-start gap-3">
      <ConfirmButton
        act={t.deleteAccount()}
        about={name}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({})}
      >
        {t.deleteAccountText()}
      </ConfirmButton>
      <ErrorNotice error={remove.error} />
    </div>
  );
}
