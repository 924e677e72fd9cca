import { mkdir, statfs } from 'node:fs/promises';

/** How often the free space is looked at, beside each time it decides. */
const LOOK_EVERY_MS = 2_000;
const WATCH_EVERY_MS = 500;
const MOST_CAUSES = 10;
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
/** SQLITE_FULL. */
const SQLITE_FULL = 13;

/** The disk has no place for what is to be written: nobody's file is to blame, and it passes. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';

  constructor(message = 'there is no room on the disk', options?: ErrorOptions) {
    super(message, options);
  }
}

/** Whether work failed because the disk is full, as file system and SQLite say it, wherever in the chain of causes. */
export function isNoRoom(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < MOST_CAUSES; depth += 1) {
    const { code, errcode } = cause as { code?: unknown; errcode?: unknown };
    if (cause instanceof NoRoomError || FULL_CODES.has(String(code)) || errcode === SQLITE_FULL) return true;
    cause = cause.cause;
  }
  return false;
}

/** Measures the bytes free for the engine on the disk of a folder. */
export type MeasureFree = (folder: string) => Promise<number>;

async function freeOnDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * The free space of the engine's disk. Uploads leave the whole reserve free; work on what has arrived may take half of it,
 * so that the catalogue can always be written and things can always be deleted.
 */
export class Room {
  /** Bytes that uploads leave free. */
  readonly reserveBytes: number;
  private readonly folder: string;
  private readonly measure: MeasureFree;
  private known = Number.POSITIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;

  constructor(folder: string, reserveBytes: number, measure: MeasureFree = freeOnDisk) {
    this.folder = folder;
    this.reserveBytes = reserveBytes;
    this.measure = measure;
  }

  /** Looks once, and from now on regularly. */
  async start(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await this.look();
    this.timer = setInterval(() => void this.look().catch(() => undefined), LOOK_EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Bytes that were free a moment ago. */
  get freeBytes(): number {
    return this.known;
  }

  /** Whether work was begun a moment ago. */
  get isWorkable(): boolean {
    return this.known >= this.reserveBytes / 2;
  }

  /** Whether so many bytes can be uploaded. */
  async takesUpload(bytes: number): Promise<boolean> {
    return (await this.look()) >= bytes + this.reserveBytes;
  }

  /**
   * Makes sure that work may write so many bytes.
   *
   * @throws NoRoomError
   */
  async demand(bytes = 0): Promise<void> {
    const free = await this.look();
    if (free >= bytes + this.reserveBytes / 2) return;
    throw new NoRoomError(`work needs ${bytes} bytes beside the reserve, ${free} are free`);
  }

  /** Runs work with a signal that aborts when the disk fills up: what was written then would be cut. */
  async guard<T>(work: (full: AbortSignal) => Promise<T>): Promise<T> {
    await this.demand();
    const controller = new AbortController();
    const timer = setInterval(() => {
      this.demand().catch((error: unknown) => {
        if (isNoRoom(error)) controller.abort(error);
      });
    }, WATCH_EVERY_MS);
    timer.unref();
    try {
      const result = await work(controller.signal);
      // Not every program says that it could not write.
      await this.demand();
      return result;
    } finally {
      clearInterval(timer);
    }
  }

  private async look(): Promise<number> {
    this.known = await this.measure(this.folder);
    return this.known;
  }
}
