import type { SpanProcessor } from "@opentelemetry/sdk-trace";
import { routeGroup } from "./count-answers.ts";
import { setting } from "./settings.ts";

/**
 * Sends what Next says of requests and pages to a collector of OpenTelemetry, if one is set; nothing of it is loaded
 * otherwise. Where to and how is read from the usual variables (`OTEL_*`).
 *
 * @returns what sends the rest before the process ends
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

/** An address may hold the token of a link: only the door it leads to is told to anybody else. */
const withoutAddresses: SpanProcessor = {
  onStart(span) {
    const { "http.target": target } = span.attributes;
    if (typeof target === "string") span.setAttribute("http.target", routeGroup(target));
  },
  onEnd: () => undefined,
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};
