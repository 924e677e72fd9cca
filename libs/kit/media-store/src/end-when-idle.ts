import { Readable } from 'node:stream';

import { toStoreError } from './bucket-error.ts';
import { MediaStoreError } from './media-store.ts';

/** Ends a body of which nothing arrives for some time, whether its reader waits or not. */
export function endWhenIdle(body: Readable, idleMs: number, signal: AbortSignal | undefined): Readable {
  const end = (): void => {
    // A reader that is slow itself has data waiting.
    if (body.readableLength > 0) timer.refresh();
    else body.destroy(new MediaStoreError('unavailable', 'the store sent no more bytes'));
  };
  const timer = setTimeout(end, idleMs);
  const output = Readable.from(
    (async function* (): AsyncGenerator<Buffer> {
      try {
        for await (const chunk of body) {
          timer.refresh();
          yield chunk as Buffer;
          timer.refresh();
        }
      } catch (error) {
        throw toStoreError(error, signal);
      } finally {
        clearTimeout(timer);
      }
    })(),
    { objectMode: false },
  );
  output.once('close', () => {
    clearTimeout(timer);
    body.destroy();
  });
  return output;
}
