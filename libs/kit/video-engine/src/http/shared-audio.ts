import type { FileHandle } from 'node:fs/promises';

import type { ComposedFile } from '../media/packaging/audio-file.ts';
import { composeAudio } from '../media/packaging/audio-file.ts';
import type { WorkLimiter } from '../work-limiter.ts';
import { tryAgain } from './respond.ts';
import type { FileAnswer } from './send-file.ts';

interface Shared {
  composed: Promise<ComposedFile | undefined>;
  readers: number;
}

/**
 * Composes the audio of packaged files. All readers of one file share its index, which has megabytes, because a slow reader
 * needs it until its download ends.
 */
export class SharedAudio {
  private readonly limiter: WorkLimiter;
  private readonly shared = new Map<string, Shared>();

  /** @param limiter bounds the memory for reading whole indexes */
  constructor(limiter: WorkLimiter) {
    this.limiter = limiter;
  }

  /** The answer to one request for the audio of a packaged file. */
  answer(path: string): Required<Pick<FileAnswer, 'path' | 'compose' | 'release'>> {
    let sharedIndex: Shared | undefined;
    return {
      path,
      compose: async (file) => {
        sharedIndex = this.join(path, file);
        return await sharedIndex.composed;
      },
      release: () => {
        if (sharedIndex === undefined) return;
        sharedIndex.readers -= 1;
        if (sharedIndex.readers === 0) this.shared.delete(path);
        sharedIndex = undefined;
      },
    };
  }

  private join(path: string, file: FileHandle): Shared {
    const existing = this.shared.get(path);
    if (existing !== undefined) {
      existing.readers += 1;
      return existing;
    }
    const composed = this.limiter.run(() => composeAudio(file));
    if (composed === undefined) throw tryAgain('too many downloads wait');
    const shared = { composed, readers: 1 };
    this.shared.set(path, shared);
    return shared;
  }
}
