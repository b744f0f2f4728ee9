// Traces one request to an address that holds a token, if tracing is on, and prints which span a later step runs in.
import { context, trace } from "@opentelemetry/api";
import { traceIfAsked } from "#server/platform/process/tracing.ts";

const stop = await traceIfAsked();
const tracer = trace.getTracer("a test");
await tracer.startActiveSpan(
  "GET",
  { attributes: { "http.target": "/invitation/a-token?b" } },
  async (span) => {
    await Promise.resolve();
    const around = trace.getSpan(context.active());
    process.stdout.write(around === undefined ? "nothing around" : String(around.isRecording()));
    tracer.startSpan("other", { attributes: { "http.target": 7 } }).end();
    span.end();
  },
);
await stop();
