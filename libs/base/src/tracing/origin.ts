import { withActor, type Actor } from './actor.ts';
import { correlationHeader, correlationId, currentCorrelationId, withCorrelation } from './correlation.ts';
import { currentTraceparent, isInTraceOf, withTraceparent } from './tracing.ts';

/** The request that caused something: stored with work that is done later, so that its logs and spans belong to it. */
export interface Origin {
  readonly correlationId: string;
  /** The W3C `traceparent` of the span that caused it; absent without tracing. */
  readonly traceparent?: string;
}

/** The origin of the current work; with a new correlation id outside of any request. */
export function currentOrigin(): Origin {
  const traceparent = currentTraceparent();
  return { correlationId: correlationId(), ...(traceparent !== undefined && { traceparent }) };
}

/** Runs work so that its logs, spans, calls and messages belong to the origin, and to no other actor. */
export function withOrigin<Result>(
  { correlationId: id, traceparent, actor }: Partial<Origin> & { readonly actor?: Actor | undefined },
  work: () => Result,
): Result {
  const act = (): Result => withActor(() => actor, work);
  return withCorrelation(id || currentCorrelationId(), () =>
    // Within the same trace the current span is the better parent.
    traceparent === undefined || isInTraceOf(traceparent) ? act() : withTraceparent(traceparent, act),
  );
}

/** The headers that give the current origin to another process; empty outside of any request. */
export function originHeaders(): Record<string, string> {
  const id = currentCorrelationId();
  const traceparent = currentTraceparent();
  return {
    ...(id !== undefined && { [correlationHeader]: id }),
    ...(traceparent !== undefined && { traceparent }),
  };
}
