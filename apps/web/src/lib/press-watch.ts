/**
 * Knows whether a mouse button or a finger is down, so that what appears on leaving a field does not take away the
 * click that left it.
 */
export class PressWatch {
  #isPressed = false;

  /** @returns a function that ends the watch */
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
   * Runs work once nothing is pressed and the click has had its effect.
   * @returns a function that calls it off
   */
  afterwards(work: () => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = () => {
      // A click follows its release in the same turn of the event loop.
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
