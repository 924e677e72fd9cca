import { systemClock, type Clock, type Logger } from '@vault/base';
import { DatabaseClock } from '@vault/embedded-mongo';
import type { Rpc } from '@vault/rpc';

/** For a service without a store: the time of another service's store, by which deadlines and sessions end. */
export class PeerClock implements Clock {
  private readonly peer: DatabaseClock;

  constructor(rpc: Pick<Rpc, 'timeOf'>, logger?: Logger) {
    this.peer = new DatabaseClock(() => rpc.timeOf('auth'), logger ? { logger } : {});
  }

  start(): Promise<void> {
    return this.peer.start();
  }

  stop(): void {
    this.peer.stop();
  }

  get skewMs(): number {
    return this.peer.skewMs;
  }

  get isSkewed(): boolean {
    return this.peer.isSkewed;
  }

  /** The time of this machine, as long as the peer has told none: requests are answered without it. */
  now(): Date {
    return this.peer.isKnown ? this.peer.now() : systemClock.now();
  }
}
