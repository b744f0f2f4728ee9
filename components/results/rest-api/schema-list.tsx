import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { apiFieldRows, type OpenApi } from "./open-api.ts";
import { PartFold } from "./part-fold.tsx";

/** Shared schemas of responses, which links point to, and the error codes. */
export function SchemaList({ document }: { document: OpenApi }) {
  const { schemas } = document.components;
  const codes = schemas.Problem?.properties?.code?.enum ?? [];
  return (
    <Sheet ruled>
      {Object.entries(schemas).map(([name, schema]) => (
        <SheetBody key={name} id={name} className="grid gap-2 border-t border-hair first:border-t-0">
          <h3 className="font-mono">{name}</h3>
          {schema.description && <p className="max-w-measure text-sm text-ink-2">{schema.description}</p>}
          <PartFold name={name} rows={apiFieldRows(schema)} />
        </SheetBody>
      ))}
      <SheetBody className="grid gap-2 border-t border-hair">
        <h3>Codes of refusals</h3>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 font-mono text-xs">
          {codes.map((code) => (
            <li key={String(code)}>{String(code)}</li>
          ))}
        </ul>
      </SheetBody>
    </Sheet>
  );
}
