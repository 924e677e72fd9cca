import type { Chapter, VideoRecord } from '@vault/contracts';
import type { EditPorts } from '../features/editor/model/chapter-edits.ts';
import { aVideo } from './a-video.ts';

export type Save = Parameters<EditPorts['save']>[0];

/** A fake server that stores chapters and refuses a save for an older version with 409, like the product. */
export class VersionedServer {
  record = aVideo();
  readonly saves: Save[] = [];
  /** Errors that the next saves throw. */
  readonly failures: unknown[] = [];
  /** Ends the delay of answers that `hold` began. */
  #release: (() => void) | undefined;
  #held: Promise<void> | undefined;

  hold(): void {
    this.#held = new Promise((resolve) => (this.#release = resolve));
  }

  release(): void {
    this.#held = undefined;
    this.#release?.();
  }

  /** Saves a change as another user. */
  change(start: string, change: Partial<Chapter>): void {
    const chapters = this.record.chapters.map((each) =>
      each.start === start ? { ...each, ...change } : each,
    );
    this.record = { ...this.record, chapters, version: this.record.version + 1 };
  }

  readonly save = async (save: Save): Promise<VideoRecord> => {
    this.saves.push(save);
    await this.#held;
    const failure = this.failures.shift();
    if (failure) throw failure as Error;
    if (save.version !== this.record.version)
      throw { status: 409, data: { msg: 'Changed.' } } as unknown as Error;
    const { chapters, searchSummary = this.record.searchSummary } = save;
    this.record = {
      ...this.record,
      chapters: chapters ? [...chapters] : this.record.chapters,
      searchSummary,
      version: this.record.version + 1,
    };
    return this.record;
  };

  readonly fetch = (): Promise<VideoRecord> => Promise.resolve(this.record);
}
