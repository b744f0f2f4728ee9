import { Markdown } from "./markdown.tsx";

/** Purpose and text of one version, as auditors read them. */
export function GuidelineText({ purpose, body }: { purpose: string; body: string }) {
  return (
    <div className="grid gap-3 break-words">
      {purpose.trim() !== "" && <p className="text-ink-2">{purpose}</p>}
      {body.trim() === "" ? <p className="text-ink-3">Nothing yet.</p> : <Markdown source={body} />}
    </div>
  );
}
