"use client";

import { Printer } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import * as t from "#messages/explanation.ts";

export function PrintButton() {
  return (
    <Button onClick={() => print()}>
      <Printer aria-hidden />
      {t.print()}
    </Button>
  );
}
