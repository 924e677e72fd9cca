import type { MediaStorage } from './media-storage.ts';

/** What a start is told, and tells. */
export interface StartOptions {
  /** Ends a start that waits. */
  readonly signal: AbortSignal;
  readonly onStorage: (storage: MediaStorage) => void;
  /** Called for each try that has to be repeated. */
  readonly onWait: () => void;
}

/** A start that may have to wait for the bucket or the database of an engine. */
export class EngineStart<Engine> {
  /** Settles when the engine runs, cannot run, or is to end. */
  readonly done: Promise<Engine | undefined>;
  private storage: MediaStorage | undefined;
  private readonly ending = new AbortController();
  private readonly waiting = Promise.withResolvers<undefined>();

  constructor(start: (options: StartOptions) => Promise<Engine>, onRunning: (engine: Engine) => void) {
    const { signal } = this.ending;
    const options: StartOptions = {
      signal,
      onStorage: (storage) => (this.storage = storage),
      onWait: () => this.waiting.resolve(undefined),
    };
    this.done = start(options).then(
      (engine) => {
        if (!signal.aborted) onRunning(engine);
        return engine;
      },
      (error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      },
    );
    // Whoever waits for it handles its error.
    this.done.catch(() => undefined);
  }

  /** Why the bucket cannot be used. */
  get storeState(): Partial<Pick<MediaStorage, 'problem' | 'setting'>> {
    return { problem: this.storage?.problem, setting: this.storage?.setting };
  }

  /** Resolves when the engine runs, or waits. */
  async untilFirstTry(): Promise<void> {
    await Promise.race([this.done, this.waiting.promise]);
  }

  /** Ends the wait. @returns the engine, if it runs nevertheless */
  async end(): Promise<Engine | undefined> {
    this.ending.abort(new Error('the engine was stopped'));
    return await this.done.catch(() => undefined);
  }
}
