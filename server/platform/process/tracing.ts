import type { SpanProcessor } from "@opentelemetry/sdk-trace";
import { routeGroup } from "./count-answers.ts";
import { setting } from "./settings.ts";

/**
 * Sends Next's traces of requests and pages to an OpenTelemetry collector, if one is configured; otherwise loads
 * nothing. The usual variables (`OTEL_*`) configure it.
 *
 * @returns a function that flushes the traces before the process ends
 */
export async function traceIfAsked(): Promise<() => Promise<void>> {
  if (setting("OTEL_EXPORTER_OTLP_ENDPOINT") === null) return async () => undefined;
  const [{ context, trace }, { AsyncLocalStorageContextManager }, sdk, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": "evenhand" }),
    spanProcessors: [withoutAddresses, new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}

/**
 * Replaces addresses with their route group before they are sent, because an address may contain the token of a link.
 */
const withoutAddresses: SpanProcessor = {
  onStart(span) {
    const { "http.target": target } = span.attributes;
    if (typeof target === "string") span.setAttribute("http.target", routeGroup(target));
  },
  onEnd: () => undefined,
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};
