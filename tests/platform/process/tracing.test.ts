import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";

async function traced(endpoint: string) {
  const env = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  const program = "tests/platform/process/children/trace.ts";
  return (await promisify(execFile)(process.execPath, [program], { env })).stdout;
}

it("sends traces to the configured endpoint, without paths that could hold a token", async () => {
  const sent: string[] = [];
  const collector = createServer(async (request, answer) => {
    sent.push(await text(request));
    answer.setHeader("content-type", "application/json").end("{}");
  });
  await once(collector.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void collector.close());
  const { port } = collector.address() as AddressInfo;
  expect(await Promise.all([traced(""), traced(`http://127.0.0.1:${port}`)])).toEqual([
    "nothing around",
    "true",
  ]);
  expect(sent).toHaveLength(1);
  const [{ resource, scopeSpans }] = JSON.parse(sent[0] ?? "").resourceSpans;
  expect(resource.attributes).toContainEqual({ key: "service.name", value: { stringValue: "evenhand" } });
  const spans = scopeSpans[0].spans.map(({ name, attributes }: { name: string; attributes: object[] }) => [
    name,
    attributes,
  ]);
  expect(spans).toEqual([
    ["other", [{ key: "http.target", value: { intValue: 7 } }]],
    ["GET", [{ key: "http.target", value: { stringValue: "/invitation" } }]],
  ]);
});
