/**
 * Tracks whether a mouse button or a finger is down. When leaving a field opens an overlay, the click that left the
 * field must reach its target before the overlay covers it.
 */
export class PointerTracker {
  #isPressed = false;

  /** @returns a function that stops tracking */
  start(): () => void {
    const press = () => {
      this.#isPressed = true;
    };
    const release = () => {
      this.#isPressed = false;
    };
    window.addEventListener('pointerdown', press, true);
    window.addEventListener('pointerup', release, true);
    window.addEventListener('pointercancel', release, true);
    return () => {
      window.removeEventListener('pointerdown', press, true);
      window.removeEventListener('pointerup', release, true);
      window.removeEventListener('pointercancel', release, true);
    };
  }

  /**
   * Runs `work` when nothing is pressed and the click has been handled.
   * @returns a function that cancels it
   */
  runAfterRelease(work: () => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = () => {
      // The click event follows the release in the same task of the event loop.
      timer = setTimeout(work);
    };
    if (this.#isPressed) {
      window.addEventListener('pointerup', run, { once: true });
      window.addEventListener('pointercancel', run, { once: true });
    } else run();
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointerup', run);
      window.removeEventListener('pointercancel', run);
    };
  }
}
