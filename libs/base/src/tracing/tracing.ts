import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Span,
  type SpanKind,
} from '@opentelemetry/api';
import type { ErrorCode } from '@vault/contracts';
import { errorMapping } from '../errors/error-mapping.ts';
import { toAppError } from '../errors/app-error.ts';

/**
 * The facts of a span: ids, routes, types and codes only. Texts of people, e-mail addresses, tokens and whole URLs must
 * not be attributes, because traces are kept by another system.
 */
export interface SpanFacts {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
}

const tracerName = 'webinar-vault';

/**
 * Starts a span below the current one. Without tracing it does nothing, and in a trace that is not sampled it is the
 * current one, so that a request that is not traced costs next to nothing.
 */
export function startSpan(name: string, facts: SpanFacts = {}): Span {
  const current = trace.getActiveSpan();
  if (current && !(current.spanContext().traceFlags & TraceFlags.SAMPLED)) return current;
  return trace.getTracer(tracerName).startSpan(name, facts);
}

/** Runs work in which the span is the current one. The caller ends the span. */
export function runWithin<Result>(span: Span, work: () => Result): Result {
  if (trace.getActiveSpan() === span) return work();
  return context.with(trace.setSpan(context.active(), span), work);
}

/** Runs work in its own span, which has the error's code when the work fails. */
export async function inSpan<Result>(
  name: string,
  facts: SpanFacts,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const span = startSpan(name, facts);
  try {
    return await runWithin(span, () => work(span));
  } catch (error) {
    setCode(span, toAppError(error).code);
    throw error;
  } finally {
    span.end();
  }
}

/** The outcome as the attribute `code`; only failures of the system, not refusals, mark the span as failed. */
export function setCode(span: Span, code: 'ok' | ErrorCode): void {
  if (!span.isRecording()) return;
  span.setAttribute('code', code);
  if (code !== 'ok' && errorMapping[code].http >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The W3C `traceparent` of the current span; undefined without tracing. */
export function currentTraceparent(): string | undefined {
  const headers: { traceparent?: string } = {};
  propagation.inject(context.active(), headers);
  return headers.traceparent;
}

/**
 * Runs work as part of the trace of a `traceparent`, or of no trace when it is absent or invalid. A `tracestate` is
 * ignored: a client could write anything in it.
 */
export function withTraceparent<Result>(traceparent: string | undefined, work: () => Result): Result {
  return context.with(propagation.extract(ROOT_CONTEXT, { traceparent }), work);
}

/** Runs work without the trace of the caller, for work that serves several requests. */
export function withoutTrace<Result>(work: () => Result): Result {
  return context.with(ROOT_CONTEXT, work);
}

/** The ids of the current span for log lines; empty without tracing. */
export function traceIds(): { readonly trace_id?: string; readonly span_id?: string } {
  const ids = trace.getActiveSpan()?.spanContext();
  return ids ? { trace_id: ids.traceId, span_id: ids.spanId } : {};
}

/** Whether the current span belongs to the trace of the `traceparent`. */
export function isInTraceOf(traceparent: string): boolean {
  const { trace_id: id } = traceIds();
  return id !== undefined && traceparent.includes(`-${id}-`);
}
