// Kept from the start: fake timers of a test must not stop the store.
const { setImmediate } = globalThis;

/** Lets everything else that waits run first. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
