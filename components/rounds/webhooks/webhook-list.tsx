"use client";

import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { actions, DataTable } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/webhooks.ts";
import { formatList } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { SecretNotice } from "./secret-notice.tsx";
import { deliveryWords, resultWords } from "./webhook-words.ts";

type Webhook = Outputs["webhooks"]["list"][number];
type Props = { studyId: string | null; webhook: Webhook };

/** The webhooks of a study or of the server: state, actions and recent events of each. */
export function WebhookList({ studyId, webhooks }: { studyId: string | null; webhooks: readonly Webhook[] }) {
  if (webhooks.length === 0) return <p className="text-ink-2">{t.none()}</p>;
  return (
    <div className="grid gap-4">
      {webhooks.map((webhook) => (
        <WebhookSheet key={webhook.id} studyId={studyId} webhook={webhook} />
      ))}
    </div>
  );
}

function WebhookSheet({ studyId, webhook }: Props) {
  const { address, events, off, failingSince } = webhook;
  const trpc = useTRPC();
  const which = { studyId, webhookId: webhook.id };
  const test = useChange(trpc.webhooks.sendTest);
  const change = useChange(trpc.webhooks.switch);
  const replace = useChange(trpc.webhooks.replaceSecret);
  const remove = useChange(trpc.webhooks.remove);
  return (
    <Sheet>
      <SheetBody className="grid gap-3">
        <h3 className="wrap-anywhere">{address}</h3>
        <p className="text-sm text-ink-2">{formatList(events.map(deliveryWords))}</p>
        {off !== null && <Notice tone="warn" title={t.off({ isFailing: off === "failing" })} />}
        {off === null && failingSince !== null && (
          <p>{t.failing({ time: () => <LocalTime at={failingSince} /> })}</p>
        )}
        <div className="flex flex-wrap gap-2">
          {off === null && (
            <Button small busy={test.isPending} onClick={() => test.mutate(which)}>
              {t.sendTest()}
            </Button>
          )}
          <Button
            small
            busy={change.isPending}
            onClick={() => change.mutate({ ...which, isOn: off !== null })}
          >
            {t.switchTo({ isOn: off === null })}
          </Button>
          <ConfirmButton
            act={t.replace()}
            about={address}
            busy={replace.isPending}
            onConfirm={() => replace.mutate(which)}
          >
            {t.replaceText()}
          </ConfirmButton>
          <ConfirmButton
            act={t.remove()}
            about={address}
            busy={remove.isPending}
            onConfirm={() => remove.mutate(which)}
          >
            {t.removeText()}
          </ConfirmButton>
        </div>
        <ErrorNotice error={test.error ?? change.error ?? replace.error ?? remove.error} />
        {replace.data && <SecretNotice secret={replace.data.secret} />}
        <Fold label={t.deliveries({ count: webhook.deliveries.length })}>
          <Deliveries studyId={studyId} webhook={webhook} />
        </Fold>
      </SheetBody>
    </Sheet>
  );
}

function Deliveries({ studyId, webhook: { id: webhookId, address, deliveries, off } }: Props) {
  const again = useChange(useTRPC().webhooks.sendAgain);
  if (deliveries.length === 0) return <p className="text-ink-2">{t.noDeliveries()}</p>;
  return (
    <div className="grid gap-3">
      <DataTable
        caption={t.deliveriesTo({ address })}
        fold
        bare
        rows={deliveries}
        keyOf={({ id }) => id}
        columns={[
          [
            t.event(),
            ({ kind, number }) =>
              kind.startsWith("round.") || kind === "pair.reported" || kind === "outcomes.due"
                ? t.ofRound({ event: deliveryWords(kind), round: number })
                : deliveryWords(kind),
          ],
          [
            t.lastAttempt(),
            ({ attempts, attemptedAt }) =>
              attemptedAt === null ? (
                t.notSent()
              ) : (
                <span>{t.attempt({ count: attempts, time: () => <LocalTime at={attemptedAt} /> })}</span>
              ),
          ],
          [t.result(), resultWords],
          [
            t.next(),
            ({ sendAt, status }) =>
              sendAt === null ? (
                t.ended({ isDelivered: status !== null && status >= 200 && status < 300 })
              ) : (
                <LocalTime at={sendAt} />
              ),
          ],
          off === null && [
            t.sendAgain(),
            ({ id, kind }) => (
              <Button
                small
                busy={again.isPending}
                aria-label={t.sendAgainOf({ event: deliveryWords(kind) })}
                onClick={() => again.mutate({ studyId, webhookId, deliveryId: id })}
              >
                {t.sendAgain()}
              </Button>
            ),
            actions,
          ],
        ]}
      />
      <ErrorNotice error={again.error} />
    </div>
  );
}
