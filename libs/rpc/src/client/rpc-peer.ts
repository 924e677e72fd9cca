import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhenResult,
  isBrokenCircuitError,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import { AppError, type Logger } from '@vault/base';
import type { RpcOutcome } from '../calls/rpc-outcome.ts';
import { StallDetector } from './stall-detector.ts';

/** Consecutive unanswered calls after which the peer counts as unavailable. */
const failuresToOpen = 5;
/** The interval of probes of an unavailable peer, in milliseconds. */
const probeEveryMs = 1_000;

export interface PeerOptions {
  /** The name in the log. */
  readonly name: string;
  /** Checks in bounded time whether the peer is available; no caller waits for it. */
  readonly probe: () => Promise<RpcOutcome>;
  readonly logger?: Logger | undefined;
}

/**
 * The availability of another service. While it is unavailable, calls are refused at once instead of waiting for their
 * deadlines; the first answered probe ends that.
 */
export class RpcPeer {
  private readonly breaker: CircuitBreakerPolicy;
  private readonly stalls = new StallDetector();
  private readonly probe: () => Promise<RpcOutcome>;
  private timer: NodeJS.Timeout | undefined;
  private isUnavailable = false;
  private isClosed = false;

  constructor({ name, probe, logger }: PeerOptions) {
    this.probe = probe;
    this.breaker = circuitBreaker(handleWhenResult(isUnavailable), {
      // The timer of the probes decides when.
      halfOpenAfter: 0,
      breaker: new ConsecutiveBreaker(failuresToOpen),
    });
    this.breaker.onBreak((reason) => {
      this.probeLater();
      // Each failed probe opens the breaker again, which is not a change.
      if (this.isUnavailable) return;
      this.isUnavailable = true;
      logger?.warn(
        { peer: name, err: causeOf(reason) },
        'a service does not answer; calls to it are refused',
      );
    });
    this.breaker.onReset(() => {
      this.isUnavailable = false;
      logger?.info({ peer: name }, 'a service answers again');
    });
  }

  /** Sends a call unless the peer is unavailable or stalled. */
  async call(send: () => Promise<RpcOutcome>): Promise<RpcOutcome> {
    // Also while a probe runs, because a caller would wait for its end.
    if (this.breaker.state !== CircuitState.Closed || this.stalls.isStalled) return refused();
    try {
      return await this.breaker.execute(() => this.track(send));
    } catch (error) {
      if (isBrokenCircuitError(error)) return refused(error);
      throw error;
    }
  }

  /** Stops probing. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private probeLater(): void {
    clearTimeout(this.timer);
    if (this.isClosed) return;
    this.timer = setTimeout(() => {
      // A failed probe opens the breaker again, which schedules the next one.
      this.breaker.execute(this.probe).catch(() => this.probeLater());
    }, probeEveryMs).unref();
  }

  private async track(send: () => Promise<RpcOutcome>): Promise<RpcOutcome> {
    this.stalls.begin();
    let isAnswered = false;
    try {
      const outcome = await send();
      isAnswered = !isUnavailable(outcome);
      return outcome;
    } finally {
      this.stalls.end(isAnswered);
    }
  }
}

function isUnavailable(outcome: unknown): boolean {
  return (outcome as { isUnavailable?: boolean }).isUnavailable === true;
}

function refused(cause?: Error): RpcOutcome {
  return {
    error: AppError.unavailable({ cause: cause ?? new Error('The peer does not answer.') }),
    isUnavailable: true,
  };
}

function causeOf(reason: { value?: unknown } | object): unknown {
  const { error } = ('value' in reason ? reason.value : {}) as { error?: AppError };
  return error?.cause;
}
