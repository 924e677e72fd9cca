import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeFileDurably } from '@vault/base';
import { ConsumerLock } from '@vault/messaging/embedded';
import { assertSpace } from '@vault/platform';
import { assertApart } from '../common/assert-apart.ts';

/** What is known about the move into a folder. */
interface Note {
  /** The fingerprint of the source. */
  readonly source: string;
  /** Set before the first message is appended: from then on the topics are no longer empty. */
  readonly messages?: 'begun' | 'appended';
  readonly isFinished?: boolean;
}

/** The data folder of the video engine that the media are moved to. */
export class EngineFolder {
  readonly path: string;
  private note: Note | undefined;

  private constructor(
    path: string,
    private readonly lock: ConsumerLock,
  ) {
    this.path = path;
    this.note = readNote(join(path, 'move.json'));
  }

  /**
   * Locks the folder for one move, until {@link close}.
   * @throws when another move runs, the folder is the source, or has data that is not from a move of this source
   */
  static async open(folder: string, source: { path: string; fingerprint: string }): Promise<EngineFolder> {
    const path = resolve(folder);
    assertApart(path, source.path);
    await mkdir(path, { recursive: true, mode: 0o700 });
    const engine = new EngineFolder(path, await lockFolder(path));
    try {
      await engine.assertOwn(source);
    } catch (error) {
      engine.close();
      throw error;
    }
    return engine;
  }

  get media(): string {
    return join(this.path, 'media');
  }

  /** Copies of the stores, from which they are read. */
  get work(): string {
    return join(this.path, 'move-work');
  }

  get state(): Omit<Note, 'source'> {
    return this.note ?? {};
  }

  /** Stores the state durably. */
  save(change: Omit<Note, 'source'> = {}): void {
    if (!this.note) return;
    this.note = { ...this.note, ...change };
    writeFileDurably(join(this.path, 'move.json'), `${JSON.stringify(this.note)}\n`);
  }

  /** @throws when the disk has too little space for so many bytes */
  assertSpace(neededBytes: number): Promise<void> {
    return assertSpace(this.path, neededBytes);
  }

  removeWork(): Promise<void> {
    return rm(this.work, { recursive: true, force: true });
  }

  close(): void {
    this.lock.release();
  }

  private async assertOwn(source: { path: string; fingerprint: string }): Promise<void> {
    const isEmpty = (await readdir(this.media).catch(() => [])).length === 0;
    if (!this.note && !isEmpty)
      throw new Error(`${this.media} has files that are not from a move. Name an empty folder.`);
    if (this.note && this.note.source !== source.fingerprint)
      throw new Error(
        `${this.path} has the move of another folder, or of another state of ${source.path}. Empty it and the databases, then run this again.`,
      );
    this.note ??= { source: source.fingerprint };
  }
}

/** The operating system releases the lock when the process is killed. */
async function lockFolder(path: string): Promise<ConsumerLock> {
  try {
    return await ConsumerLock.acquire(join(path, 'move.lock'), 0);
  } catch (cause) {
    throw new Error(`Another move to ${path} runs.`, { cause });
  }
}

function readNote(file: string): Note | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Note) : undefined;
}
