import { setTimeout as sleep } from 'node:timers/promises';
import { endsWithin } from '@vault/base';

/** Pause after a failed probe. */
const probeEveryMs = 1000;
/** Brokers count as unavailable after this long without an answer. */
const answerWithinMs = 5000;

/**
 * Knows whether any broker answers. It starts to probe when a client reports an error and stops at the first answer, so
 * that no message has to be sent to find out that Kafka is available again.
 */
export class BrokerWatch {
  private readonly probe: () => Promise<void>;
  private readonly pause: number;
  private isSilent = false;
  private isProbing = false;
  private isClosed = false;

  /** @param probe rejects when no broker answers */
  constructor(probe: () => Promise<void>, pause = probeEveryMs) {
    this.probe = probe;
    this.pause = pause;
  }

  get isUnavailable(): boolean {
    return this.isSilent;
  }

  /** Call it when a client had an error, which may be only its own. */
  suspect(): void {
    if (!this.isProbing && !this.isClosed) void this.probeUntilReachable();
  }

  /** Call it when a broker has served a client. */
  markReachable(): void {
    this.isSilent = false;
  }

  /** Stops probing. */
  close(): void {
    this.isClosed = true;
  }

  private async probeUntilReachable(): Promise<void> {
    this.isProbing = true;
    do {
      this.isSilent = !(await endsWithin(this.probe(), answerWithinMs));
      if (this.isSilent) await sleep(this.pause, undefined, { ref: false });
    } while (this.isSilent && !this.isClosed);
    this.isProbing = false;
  }
}
