const second = 1000;
/** Eight minutes in all: a server that is away for longer is left to the reader. */
const pausesMs = [2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60].map((seconds) => seconds * second);

/** Does something again that did not succeed: at once when the browser is online again, else after growing pauses. */
export class RetryByItself {
  readonly #run: () => void;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(run: () => void) {
    this.#run = run;
  }

  /**
   * It has failed once more.
   * @returns whether it will be tried again without anybody asking for it
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

  /** From here on it is tried only when somebody asks for it. */
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
