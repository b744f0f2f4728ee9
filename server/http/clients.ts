import { wheelBase64, wheelName } from "#python/wheel.ts";
import { publicAddress, publicOrigin } from "#server/platform/process/public-address.ts";

/** Returns the command that installs this server's Python client. */
export function pipInstall(): string {
  return `pip install ${publicAddress(`/clients/${wheelName}`)}`;
}

/** Returns Python code that loads a study with a token, which takes the place of TOKEN. */
export function loadInPython(studyId: string): string {
  return `from evenhand import Study

study = Study("${publicOrigin()}", "TOKEN", study="${studyId}")
print(study.estimate())`;
}

/** Answers with the Python client as a wheel, for anyone. Its name has a hash, so it never changes. */
export function answerClient(name: string): Response {
  if (name !== wheelName) return new Response("There is no such file.\n", { status: 404 });
  return new Response(Buffer.from(wheelBase64, "base64"), {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="${wheelName}"`,
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
}
