const timeoutMs = 120_000;

/** A part of the application could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** Whether it timed out; otherwise the download failed. */
  readonly isLate: boolean;

  constructor(message: string, { isLate = false, cause }: { isLate?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isLate = isLate;
  }
}

/**
 * Loads a part of the application.
 * @throws ChunkLoadError when the download fails, or after 120 seconds
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(
        new ChunkLoadError('A part of the application did not arrive within 120 seconds.', { isLate: true }),
      );
    }, timeoutMs);
  });
  const failed = (cause: unknown): never => {
    throw new ChunkLoadError('A part of the application could not be loaded.', { cause });
  };
  try {
    return await Promise.race([load().catch(failed), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
