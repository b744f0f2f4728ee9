"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/studies.ts";

/** Form that ends a study. This cannot be undone, so a word is typed. */
export function EndStudy({ studyId }: { studyId: string }) {
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const end = useMutation(useTRPC().studies.end.mutationOptions({ onSuccess: () => router.refresh() }));
  if (!isAsking) return <Button onClick={() => setAsking(true)}>{t.endThisStudy()}</Button>;
  return (
    <form
      className="grid max-w-measure gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        end.mutate({ studyId });
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
        <Button type="submit" disabled={typed.trim().toLowerCase() !== t.endWord() || end.isPending}>
          {end.isPending ? t.ending() : t.endTheStudy()}
        </Button>
        <Button look="ghost" onClick={() => setAsking(false)}>
          {t.keepStudy()}
        </Button>
      </div>
      {end.error && <Notice tone="bad" live title={refusalOf(end.error).message} />}
    </form>
  );
}
