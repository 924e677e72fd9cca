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
 * Composes the audio of packaged files. All who read that of one file share its index, which has megabytes: a slow reader
 * needs it for as long as the download takes.
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
    let joined: Shared | undefined;
    return {
      path,
      compose: async (file) => {
        joined = this.join(path, file);
        return await joined.composed;
      },
      release: () => {
        if (joined === undefined) return;
        joined.readers -= 1;
        if (joined.readers === 0) this.shared.delete(path);
        joined = undefined;
      },
    };
  }

  private join(path: string, file: FileHandle): Shared {
    const present = this.shared.get(path);
    if (present !== undefined) {
      present.readers += 1;
      return present;
    }
    const composed = this.limiter.run(() => composeAudio(file));
    if (composed === undefined) throw tryAgain('too many downloads wait');
    const shared = { composed, readers: 1 };
    this.shared.set(path, shared);
    return shared;
  }
}
