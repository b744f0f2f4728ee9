import { refusalOf } from "./api/refusal.ts";
import { Notice } from "./notice.tsx";

/** The sentence with which the server refused a call; nothing while there is no error. */
export function ErrorNotice({ error }: { error: unknown }) {
  return error ? <Notice tone="bad" live title={refusalOf(error).message} /> : null;
}
