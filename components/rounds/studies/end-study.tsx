"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button, Submit } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field } from "#components/ui/field.tsx";
import * as t from "#messages/studies.ts";

/** Form that ends a study and leads to what to keep of it. This cannot be undone, so a word is typed. */
export function EndStudy({ studyId }: { studyId: string }) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const router = useRouter();
  const end = useChange(useTRPC().studies.end);
  if (!isAsking) return <Button onClick={() => setAsking(true)}>{t.endThisStudy()}</Button>;
  return (
    <form
      className="grid max-w-measure gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        end.mutate({ studyId }, { onSuccess: () => router.push(`/studies/${studyId}`) });
      }}
    >
      <p className="text-sm text-ink-2">{t.endNote()}</p>
      <Field
        label={t.typeToConfirm({ word: t.endWord() })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-2">
        <Submit
          disabled={typed.trim().toLowerCase() !== t.endWord() || end.isPending}
          busy={end.isPending}
          act={t.endTheStudy()}
          doing={t.ending()}
        />
        <Button look="ghost" onClick={() => setAsking(false)}>
          {t.keepStudy()}
        </Button>
      </div>
      <ErrorNotice error={end.error} />
    </form>
  );
}
