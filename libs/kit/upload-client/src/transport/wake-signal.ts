import type { UploadClock } from './upload-clock.ts';

/**
 * Lets one loop wait until another function wakes it. A wake during no wait ends the next wait at once, so the loop
 * has to check the state itself after each wait.
 */
export class WakeSignal {
  #resolveWait: (() => void) | undefined;
  #isSignalled = false;
  readonly #clock: UploadClock;

  constructor(clock: UploadClock) {
    this.#clock = clock;
  }

  /** Resolves at the next {@link WakeSignal.wake}, or after this many milliseconds. */
  async wait(milliseconds?: number): Promise<void> {
    let cancel: (() => void) | undefined;
    if (!this.#isSignalled)
      await new Promise<void>((resolve) => {
        this.#resolveWait = resolve;
        if (milliseconds !== undefined) cancel = this.#clock.after(milliseconds, resolve);
      });
    cancel?.();
    this.#resolveWait = undefined;
    this.#isSignalled = false;
  }

  /** Ends the current wait, or else the next one at once. */
  wake(): void {
    this.#isSignalled = true;
    this.#resolveWait?.();
  }
}
