const tickMs = 50;
const longTicks = 5;
/** So many calls wait in vain before more of them are refused: a busy moment of a quiet service is no silence. */
const mostWaiting = 32;

/**
 * Notices that many calls wait and none of them is answered, long before their deadlines tell. It counts turns of a
 * timer, not time: while this very process was busy, answers may lie unread.
 */
export class Silence {
  private waiting = 0;
  private ticks = 0;
  private timer: NodeJS.Timeout | undefined;

  /** Whether another call would only wait as well. */
  get isLong(): boolean {
    return this.ticks >= longTicks && this.waiting >= mostWaiting;
  }

  /** A call was sent. */
  begin(): void {
    this.waiting += 1;
    this.timer ??= setInterval(() => this.tick(), tickMs).unref();
  }

  /** A call has ended: with an answer, or without. */
  end(isAnswered: boolean): void {
    this.waiting -= 1;
    if (isAnswered) this.ticks = 0;
  }

  private tick(): void {
    this.ticks += 1;
    if (this.waiting > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.ticks = 0;
  }
}
