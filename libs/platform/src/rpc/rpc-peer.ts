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
/** Then it is asked so often whether it is back; milliseconds. */
const probeEveryMs = 1_000;

export interface PeerOptions {
  /** What the log calls it. */
  readonly name: string;
  /** Asks whether it is there, in bounded time; no caller waits for it. */
  readonly probe: () => Promise<RpcOutcome>;
  readonly logger?: Logger | undefined;
}

/**
 * Another service as its callers know it: there or away. While it is away callers hear so at once, instead of each
 * waiting for a deadline of its own; the first probe that is answered ends that.
 */
export class RpcPeer {
  private readonly breaker: CircuitBreakerPolicy;
  private readonly silence = new Silence();
  private readonly probe: () => Promise<RpcOutcome>;
  private timer: NodeJS.Timeout | undefined;
  private isAway = false;
  private isClosed = false;

  constructor({ name, probe, logger }: PeerOptions) {
    this.probe = probe;
    this.breaker = circuitBreaker(handleWhenResult(isAway), {
      // The timer of the probes says when.
      halfOpenAfter: 0,
      breaker: new ConsecutiveBreaker(failuresToOpen),
    });
    this.breaker.onBreak((reason) => {
      this.probeLater();
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
    // Also while a probe is under way: a caller would wait for its end.
    if (this.breaker.state !== CircuitState.Closed || this.silence.isLong) return refused();
    try {
      return await this.breaker.execute(() => this.listen(send));
    } catch (error) {
      if (isBrokenCircuitError(error)) return refused(error);
      throw error;
    }
  }

  /** Asks no more whether it is back. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private probeLater(): void {
    clearTimeout(this.timer);
    if (this.isClosed) return;
    this.timer = setTimeout(() => {
      // In vain it opens the circuit once more, and that brings the next one.
      this.breaker.execute(this.probe).catch(() => this.probeLater());
    }, probeEveryMs).unref();
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
