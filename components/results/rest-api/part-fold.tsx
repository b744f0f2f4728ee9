"use client";

import { useEffect, useState } from "react";
import { Fold } from "#components/ui/fold.tsx";
import { plural } from "#server/format.ts";
import { FieldTable } from "./field-table.tsx";
import type { ApiFieldRow } from "./open-api.ts";

/** Fields of a shared schema, folded until the reader opens them or follows a link to the schema. */
export function PartFold({ name, rows }: { name: string; rows: readonly ApiFieldRow[] }) {
  const [isNamed, setNamed] = useState(false);
  useEffect(() => {
    const look = () => setNamed(location.hash === `#${name}`);
    look();
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, [name]);
  return (
    <Fold
      key={isNamed ? "named" : "passed over"}
      label={plural(rows.length, "1 field", `${rows.length} fields`)}
      isOpenAtFirst={isNamed}
      isLazy
    >
      <FieldTable caption={`Fields of ${name}`} rows={rows} />
    </Fold>
  );
}
