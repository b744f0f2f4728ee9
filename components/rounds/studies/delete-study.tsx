"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button, Submit } from "#components/ui/button.tsx";
import { RecordLinks } from "#components/ui/downloads/record-links.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field } from "#components/ui/field.tsx";
import * as t from "#messages/studySettings.ts";

/** Form that deletes an ended study. It offers the record first, and the study's name is typed. */
export function DeleteStudy({ study }: { study: { id: string; name: string; head: { seq: number } } }) {
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const [name, setName] = useState("");
  const remove = useMutation(
    useTRPC().studies.delete.mutationOptions({ onSuccess: () => router.replace("/") }),
  );
  if (!isAsking) return <Button onClick={() => setAsking(true)}>{t.deleteThis()}</Button>;
  return (
    <form
      className="grid max-w-measure gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        remove.mutate({ studyId: study.id, name });
      }}
    >
      <p className="text-sm text-ink-2">{t.exportFirst()}</p>
      <RecordLinks studyId={study.id} entryCount={study.head.seq} />
      <p className="text-sm text-ink-2">{t.deleteWhat()}</p>
      <Field
        label={t.typeName({ name: study.name })}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={120}
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-2">
        <Submit disabled={name.trim() !== study.name.trim() || remove.isPending} act={t.deleteNow()} />
        <Button look="ghost" onClick={() => setAsking(false)}>
          {t.keepStudy()}
        </Button>
      </div>
      <ErrorNotice error={remove.error} />
    </form>
  );
}
