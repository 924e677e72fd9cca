/** A promise that somebody opens. */
export interface Gate {
  readonly promise: Promise<void>;
  readonly isOpen: boolean;
  open(): void;
}

/** A new gate, still closed. */
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
