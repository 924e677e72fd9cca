import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhenResult,
  isBrokenCircuitError,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../logging/logger.ts';
import type { RpcOutcome } from './rpc-outcome.ts';
import { Silence } from './silence.ts';

/** So many calls in a row without an answer, and the peer is taken for away. */
const failuresToOpen = 5;
/** Then one call in so many milliseconds finds out whether it is back. */
const probeAfterMs = 1_000;

export interface PeerOptions {
  /** What the log calls it. */
  readonly name: string;
  readonly logger?: Logger | undefined;
}

/**
 * Another service as its callers know it: there or away. While it is away callers hear so at once, instead of each
 * waiting for a deadline of its own; the first call that is answered ends that.
 */
export class RpcPeer {
  private readonly breaker: CircuitBreakerPolicy;
  private readonly silence = new Silence();
  private isAway = false;

  constructor({ name, logger }: PeerOptions) {
    this.breaker = circuitBreaker(handleWhenResult(isAway), {
      halfOpenAfter: probeAfterMs,
      breaker: new ConsecutiveBreaker(failuresToOpen),
    });
    this.breaker.onBreak((reason) => {
      // Each probe in vain opens it once more: that is no news.
      if (this.isAway) return;
      this.isAway = true;
      logger?.warn(
        { peer: name, err: causeOf(reason) },
        'a service does not answer, callers hear so at once',
      );
    });
    this.breaker.onReset(() => {
      this.isAway = false;
      logger?.info({ peer: name }, 'a service answers again');
    });
  }

  /** Sends a call unless nobody would answer it. */
  async ask(send: () => Promise<RpcOutcome>): Promise<RpcOutcome> {
    const { state } = this.breaker;
    // The policy would let callers wait for the end of the one probe.
    if (state === CircuitState.HalfOpen) return refused();
    if (state === CircuitState.Closed && this.silence.isLong) return refused();
    try {
      return await this.breaker.execute(() => this.listen(send));
    } catch (error) {
      if (isBrokenCircuitError(error)) return refused(error);
      throw error;
    }
  }

  private async listen(send: () => Promise<RpcOutcome>): Promise<RpcOutcome> {
    this.silence.begin();
    let isAnswered = false;
    try {
      const outcome = await send();
      isAnswered = !isAway(outcome);
      return outcome;
    } finally {
      this.silence.end(isAnswered);
    }
  }
}

function isAway(outcome: unknown): boolean {
  return (outcome as { isAway?: boolean }).isAway === true;
}

function refused(cause?: Error): RpcOutcome {
  return {
    error: AppError.unavailable({ cause: cause ?? new Error('The peer does not answer.') }),
    isAway: true,
  };
}

function causeOf(reason: { value?: unknown } | object): unknown {
  const { error } = ('value' in reason ? reason.value : {}) as { error?: AppError };
  return error?.cause;
}
