"use client";

import { Download, Printer } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import * as t from "#messages/report.ts";
import { reportFile } from "./report-file.ts";

/** Buttons that keep the report of this page: as one file that needs no network, or on paper. */
export function SaveReport({ name }: { name: string }) {
  return (
    <>
      <Button onClick={() => print()}>
        <Printer aria-hidden /> {t.print()}
      </Button>
      <Button onClick={() => saveFile(reportFile(document), `${name}.html`)}>
        <Download aria-hidden /> {t.save()}
      </Button>
    </>
  );
}
