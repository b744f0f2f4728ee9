"use client";

import { Ban, Lock } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button, Submit } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import * as t from "#messages/rounds.ts";
import { type CancelReason, cancelReasons } from "#server/audit-log/cancel-reasons.ts";
import type { Closing } from "#server/audit-log/closing.ts";
import { messageKey } from "#server/locale.ts";

type RoundRef = { studyId: string; round: number };

/** Form that closes a round while an auditor could still seal. This cannot be undone, so the round's name is typed. */
export function CloseEarly({
  studyId,
  round,
  sealed,
  missing,
  quorum,
  closing,
}: RoundRef & { sealed: number; missing: number; quorum: number; closing: Closing }) {
  const [typed, setTyped] = useState("");
  const close = useChange(useTRPC().rounds.close);
  const name = t.roundInLower({ round });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        close.mutate({ studyId, round });
      }}
    >
      <p className="text-sm text-ink-2">
        {t.closeEarlyNote({ count: missing, wasAnnounced: closing === "deadline" })}
      </p>
      {sealed < quorum && (
        <Notice tone="warn" title={t.belowQuorum({ sealed, quorum })}>
          {t.unsealedNote()}
        </Notice>
      )}
      <Field
        label={t.typeToConfirm({ word: name })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
      />
      <Submit
        look="act"
        disabled={typed.trim().toLowerCase() !== name || close.isPending}
        busy={close.isPending}
        act={t.closeRound({ round })}
        doing={t.closingRound({ round })}
      >
        <Lock aria-hidden />
      </Submit>
      <ErrorNotice error={close.error} />
    </form>
  );
}

/**
 * Form that cancels a round. Its people become available again, the cancellation is counted and shown, and the
 * round's share of the seed tree is used up.
 */
export function CancelRound({ studyId, round }: RoundRef) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState<CancelReason | "">("");
  const cancel = useChange(useTRPC().rounds.cancel);
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-2">{t.cancelNote()}</p>
      {isAsking && (
        <Select
          label={t.whyCancelled()}
          value={reason}
          onChange={(event) => setReason(event.target.value as CancelReason | "")}
          options={[
            ["", t.choose()],
            ...cancelReasons.map(
              (reason) => [reason, t.cancelReason({ reason: messageKey(reason) })] as const,
            ),
          ]}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {isAsking ? (
          <>
            <Button
              disabled={cancel.isPending || reason === ""}
              onClick={() => reason !== "" && cancel.mutate({ studyId, round, reason })}
            >
              <Ban aria-hidden /> {t.confirmCancel({ round })}
            </Button>
            <Button look="ghost" onClick={() => setAsking(false)}>
              {t.keepOpen()}
            </Button>
          </>
        ) : (
          <Button onClick={() => setAsking(true)}>{t.cancelRound({ round })}</Button>
        )}
      </div>
      <ErrorNotice error={cancel.error} />
    </div>
  );
}

/** Form that extends the deadline for auditors who have not sealed. The record keeps each extension. */
export function ExtendRound({ studyId, round, deadlineAt }: RoundRef & { deadlineAt: number | null }) {
  const [deadline, setDeadline] = useState("");
  const extend = useChange(useTRPC().rounds.extend);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        extend.mutate({ studyId, round, deadlineAt: new Date(deadline).getTime() });
      }}
    >
      <Field
        label={t.deadlineField({ hasOne: deadlineAt !== null })}
        type="datetime-local"
        required
        value={deadline}
        onChange={(event) => setDeadline(event.target.value)}
        hint={t.deadlineHint()}
        error={extend.error ? refusalOf(extend.error).message : undefined}
      />
      <Submit
        disabled={deadline === "" || extend.isPending}
        busy={extend.isPending}
        act={t.setDeadline()}
        doing={t.settingDeadline()}
      />
    </form>
  );
}
