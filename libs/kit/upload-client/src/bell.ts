import type { UploadClock } from './upload-clock.ts';

/**
 * Lets one loop sleep until something it cares about happens. A ring that nobody hears is kept for the next sleep, so
 * the sleeper may wake for nothing and has to look for itself what happened.
 */
export class Bell {
  #wake: (() => void) | undefined;
  #isRung = false;
  readonly #clock: UploadClock;

  constructor(clock: UploadClock) {
    this.#clock = clock;
  }

  /** Resolves at the next ring, or after so many milliseconds. */
  async wait(milliseconds?: number): Promise<void> {
    let cancel: (() => void) | undefined;
    if (!this.#isRung)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (milliseconds !== undefined) cancel = this.#clock.after(milliseconds, resolve);
      });
    cancel?.();
    this.#wake = undefined;
    this.#isRung = false;
  }

  /** Wakes the sleeper, or the next one at once. */
  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }
}
