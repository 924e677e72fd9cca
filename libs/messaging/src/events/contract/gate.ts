/** A promise that resolves when the test calls `open`. */
export interface Gate {
  readonly promise: Promise<void>;
  readonly isOpen: boolean;
  open(): void;
}

/** Creates a closed gate. */
export function makeGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let isOpen = false;
  return {
    promise,
    get isOpen() {
      return isOpen;
    },
    open() {
      isOpen = true;
      resolve(undefined);
    },
  };
}
