/** A running clock that tests can move ahead. */
export class MovingClock {
  private ahead = 0;

  now(): Date {
    return new Date(Date.now() + this.ahead);
  }

  passSeconds(seconds: number): void {
    this.ahead += seconds * 1_000;
  }
}
