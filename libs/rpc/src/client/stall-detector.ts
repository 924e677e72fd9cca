const stallMs = 250;
const tickMs = 25;
const minTicks = 3;
/** With fewer waiting calls there is no stall: a service with few calls may be slow for a moment. */
const minWaiting = 32;

/**
 * Detects that many calls wait and none is answered, long before their deadlines. Elapsed time alone is not enough:
 * while this process was busy, answers may be unread, so a timer must have fired several times as well.
 */
export class StallDetector {
  private waiting = 0;
  private ticks = 0;
  private since = 0;
  private timer: NodeJS.Timeout | undefined;
  /** Many simultaneous first calls to a service that is still starting are normal, so they are not a stall. */
  private hasAnswered = false;

  /** Whether another call would wait without an answer as well. */
  get isStalled(): boolean {
    if (!this.hasAnswered || this.waiting < minWaiting || this.ticks < minTicks) return false;
    return performance.now() - this.since >= stallMs;
  }

  /** Call it when a call is sent. */
  begin(): void {
    this.waiting += 1;
    if (this.timer) return;
    this.timer = setInterval(() => this.tick(), tickMs).unref();
    this.restart();
  }

  /** Call it when a call has ended. */
  end(isAnswered: boolean): void {
    this.waiting -= 1;
    if (!isAnswered) return;
    this.hasAnswered = true;
    this.restart();
  }

  private restart(): void {
    this.ticks = 0;
    this.since = performance.now();
  }

  private tick(): void {
    this.ticks += 1;
    if (this.waiting > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
