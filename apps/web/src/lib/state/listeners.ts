/** The listeners of a value that changes, as `useSyncExternalStore` expects them. */
export class Listeners {
  readonly #all = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  /** Calls each listener, in the order of their subscriptions. */
  readonly notify = (): void => {
    for (const listener of this.#all) listener();
  };
}
