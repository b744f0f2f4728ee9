"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Commands } from "#components/ui/commands.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/simulations.ts";
import { formatList } from "#server/format.ts";

/** The command that repeats a run, and its files. */
export function TakeOut({ studyId, id }: { studyId: string; id: string }) {
  const { data, error } = useQuery({
    ...useTRPC().simulations.takeOut.queryOptions({ studyId, id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorNotice error={error} />;
  if (data === undefined) return <Skeleton className="h-48 w-full" />;
  return (
    <section aria-labelledby="take-out" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="take-out">{t.takeOut()}</h3>
      <p className="max-w-measure text-sm text-ink-2">
        {t.takeOutHow()} {data.needs.length > 0 && t.takeOutNeeds({ files: formatList(data.needs) })}{" "}
        {t.takeOutWrites({ file: () => <code>{data.repeats}</code> })}
      </p>
      <Commands>{data.command}</Commands>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={data.command}>{t.copyCommand()}</CopyButton>
        {data.files.map(({ name, type, text }) => (
          <Button key={name} onClick={() => saveFile(new Blob([text], { type }), name)}>
            <Download aria-hidden /> {name}
          </Button>
        ))}
      </div>
    </section>
  );
}
