const second = 1000;
/** Eight minutes in total. After that only the user retries. */
const pausesMs = [2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60].map((seconds) => seconds * second);

/** Retries a failed action: at once when the browser is online again, else after growing pauses. */
export class AutoRetry {
  readonly #run: () => void;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(run: () => void) {
    this.#run = run;
  }

  /**
   * Reports a failure.
   * @returns whether it will be retried automatically
   */
  failed(): boolean {
    this.stop();
    window.addEventListener('online', this.#online);
    if (!navigator.onLine) return true;
    const pauseMs = pausesMs[this.#failures];
    if (pauseMs === undefined) return false;
    this.#failures += 1;
    this.#timer = setTimeout(this.#now, pauseMs);
    return true;
  }

  /** Stops automatic retries. */
  stop(): void {
    clearTimeout(this.#timer);
    window.removeEventListener('online', this.#online);
  }

  readonly #now = (): void => {
    this.stop();
    this.#run();
  };

  readonly #online = (): void => {
    this.#failures = 0;
    this.#now();
  };
}
