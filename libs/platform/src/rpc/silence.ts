const longMs = 250;
const tickMs = 25;
const fewestTicks = 3;
/** So many calls wait in vain before more of them are refused: a busy moment of a quiet service is no silence. */
const mostWaiting = 32;

/**
 * Notices that many calls wait and none of them is answered, long before their deadlines tell. Time alone would not do:
 * while this very process was busy, answers may lie unread, so a timer must have come round as well.
 */
export class Silence {
  private waiting = 0;
  private ticks = 0;
  private since = 0;
  private timer: NodeJS.Timeout | undefined;
  /** A service that has never answered may be at its start: a crowd at its door then is no sign of trouble. */
  private wasEverHeard = false;

  /** Whether another call would only wait as well. */
  get isLong(): boolean {
    if (!this.wasEverHeard || this.waiting < mostWaiting || this.ticks < fewestTicks) return false;
    return performance.now() - this.since >= longMs;
  }

  /** A call was sent. */
  begin(): void {
    this.waiting += 1;
    if (this.timer) return;
    this.timer = setInterval(() => this.tick(), tickMs).unref();
    this.hear();
  }

  /** A call has ended: with an answer, or without. */
  end(isAnswered: boolean): void {
    this.waiting -= 1;
    if (!isAnswered) return;
    this.wasEverHeard = true;
    this.hear();
  }

  private hear(): void {
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
