"use client";

import { ApiProvider, useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/account.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Props = { notices: Outputs["accounts"]["passwordNotices"] };

/**
 * Notices on every page until the user dismisses them: the password was reset by a link, the second factors were
 * removed, or linking a provider ended all earlier access.
 */
export function PasswordNotices(props: Props) {
  return (
    <ApiProvider>
      <Notices {...props} />
    </ApiProvider>
  );
}

function Notices({ notices }: Props) {
  const dismiss = useChange(useTRPC().accounts.dismissPasswordNotice);
  return notices.map(({ ref, makerName, madeAt, usedAt }) => (
    <aside key={ref} aria-label={t.aboutAccount()} className="mx-auto w-full max-w-page px-4 pt-4 md:px-6">
      <Notice tone="warn" title={(titles[ref] ?? t.passwordReset)()}>
        {ref === "access-ended" && t.accessEndedText({ time: () => <LocalTime at={madeAt} /> })}
        {ref === "second-factor" &&
          t.factorRemovedBy({
            maker: makerName ?? t.anAdministrator(),
            time: () => <LocalTime at={madeAt} />,
          })}
        {titles[ref] === undefined &&
          t.passwordResetBy({
            maker: makerName ?? t.thisServer(),
            time: () => <LocalTime at={madeAt} />,
            isUsed: usedAt !== null,
            used: () => usedAt !== null && <LocalTime at={usedAt} />,
          })}
        <span className="mt-3 flex">
          <Button small busy={dismiss.isPending} onClick={() => dismiss.mutate({ ref })}>
            {ref === "access-ended" ? t.understood() : t.itWasMe()}
          </Button>
        </span>
      </Notice>
    </aside>
  ));
}

const titles: Readonly<Record<string, () => string>> = {
  "access-ended": t.accessEnded,
  "second-factor": t.factorRemoved,
};
