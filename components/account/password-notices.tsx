"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import type { Outputs } from "#server/http/outputs.ts";

const factorsTaken =
  "Your second factor was taken away: your password alone leads in until you set up a new one.";

/**
 * Notices on every page until the user dismisses them: the password was reset by a link, or the second factors
 * were removed.
 */
export function PasswordNotices({ notices }: { notices: Outputs["accounts"]["passwordNotices"] }) {
  const router = useRouter();
  const dismiss = useMutation(
    useTRPC().accounts.dismissPasswordNotice.mutationOptions({ onSettled: () => router.refresh() }),
  );
  return notices.map(({ ref, makerName, madeAt, usedAt }) => (
    <aside key={ref} aria-label="About your account" className="mx-auto w-full max-w-page px-4 pt-4 md:px-6">
      <Notice
        tone="warn"
        title={ref === "second-factor" ? factorsTaken : "Your password was set anew by a link."}
      >
        {ref === "second-factor" ? (
          <>
            {makerName ?? "An administrator"} did it on <LocalTime at={madeAt} />
          </>
        ) : (
          <>
            {makerName ?? "This server"} made it on <LocalTime at={madeAt} />
          </>
        )}
        {usedAt !== null && (
          <>
            , and it was used on <LocalTime at={usedAt} />
          </>
        )}
        . Was that not you? Then tell an operator of your study and another administrator.
        <span className="mt-3 flex">
          <Button small busy={dismiss.isPending} onClick={() => dismiss.mutate({ ref })}>
            It was me
          </Button>
        </span>
      </Notice>
    </aside>
  ));
}
