"use client";

import { useQuery } from "@tanstack/react-query";
import { GiveFactor } from "#components/account/factors/give-factor.tsx";
import { ProviderSignIn } from "#components/account/provider-sign-in.tsx";
import { ApiProvider, useTRPC } from "#components/ui/api/provider.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import * as t from "#messages/factors.ts";

type Props = { onEnd: (isShown: boolean) => void };

/** Has a client of its own: not every page has one. */
export function StepUpDialog(props: Props) {
  return (
    <ApiProvider>
      <Ways {...props} />
    </ApiProvider>
  );
}

function Ways({ onEnd }: Props) {
  const ways = useQuery(useTRPC().factors.ways.queryOptions({}, { staleTime: 0 }));
  return (
    <Dialog title={t.isItYou()} isOpen onClose={() => onEnd(false)}>
      <p className="mb-5 max-w-measure text-ink-2">{t.isItYouText()}</p>
      <ErrorNotice error={ways.error} />
      {ways.isPending && <p aria-live="polite">{t.lookingUp()}</p>}
      {ways.data && <GiveFactor ways={ways.data} onDone={() => onEnd(true)} />}
      {ways.data?.password && ways.data.provider !== null && (
        <ProviderSignIn name={ways.data.provider} next={location.pathname} />
      )}
    </Dialog>
  );
}
