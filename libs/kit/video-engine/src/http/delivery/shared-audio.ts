import { type ComposedFile, composeAudio } from '@vault/media';
import type { WorkLimiter } from '../../common/work-limiter.ts';
import { tryAgain } from '../answers/respond.ts';
import type { FileAnswer } from '../answers/send-file.ts';

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
  answer(key: string): Required<Pick<FileAnswer, 'key' | 'compose' | 'release'>> {
    let sharedIndex: Shared | undefined;
    return {
      key,
      compose: async (file, object) => {
        sharedIndex = this.join(key, () => composeAudio(file, (span) => object.load(span)));
        return await sharedIndex.composed;
      },
      release: () => {
        if (sharedIndex === undefined) return;
        sharedIndex.readers -= 1;
        if (sharedIndex.readers === 0) this.shared.delete(key);
        sharedIndex = undefined;
      },
    };
  }

  private join(key: string, compose: () => Promise<ComposedFile | undefined>): Shared {
    const existing = this.shared.get(key);
    if (existing !== undefined) {
      existing.readers += 1;
      return existing;
    }
    const composed = this.limiter.run(compose);
    if (composed === undefined) throw tryAgain('too many downloads wait');
    const shared = { composed, readers: 1 };
    this.shared.set(key, shared);
    return shared;
  }
}
