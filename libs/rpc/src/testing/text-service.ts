/** A service with two calls whose messages are plain text. */
const text = {
  requestStream: false,
  responseStream: false,
  requestSerialize: (value: string) => Buffer.from(value),
  requestDeserialize: (value: Buffer) => value.toString(),
  responseSerialize: (value: string) => Buffer.from(value),
  responseDeserialize: (value: Buffer) => value.toString(),
} as const;

/** `ask` is idempotent, `make` is not: {@link idempotentTextPaths}. */
export const textService = {
  ask: { path: '/test.v1.Test/Ask', ...text },
  make: { path: '/test.v1.Test/Make', ...text },
} as const;

export const idempotentTextPaths = [textService.ask.path];
