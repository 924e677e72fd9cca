import { mkdir, statfs } from 'node:fs/promises';

/** How often the free space is measured, in addition to each decision. */
const measureIntervalMs = 2_000;
const guardIntervalMs = 500;
const maxCauses = 10;
const fullDiskCodes = new Set(['ENOSPC', 'EDQUOT']);
/** SQLITE_FULL. */
const sqliteFullCode = 13;

/** The disk has too little free space: a temporary failure that no file causes. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';

  constructor(message = 'the disk is full', options?: ErrorOptions) {
    super(message, options);
  }
}

/** Whether an error, or any error in its chain of causes, is a full disk or media store. */
export function isDiskFull(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < maxCauses; depth += 1) {
    const { code, errcode, problem } = cause as { code?: unknown; errcode?: unknown; problem?: unknown };
    if (
      cause instanceof DiskFullError ||
      problem === 'full' ||
      fullDiskCodes.has(String(code)) ||
      errcode === sqliteFullCode
    )
      return true;
    cause = cause.cause;
  }
  return false;
}

/** Measures the bytes available to the engine on the disk of a folder. */
export type MeasureFree = (folder: string) => Promise<number>;

async function freeOnDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * The free space of the engine's disk. Uploads leave the whole reserve free; jobs may use half of it. The other half
 * keeps the catalogue writable and deletions possible.
 */
export class DiskSpace {
  /** Bytes that uploads leave free. */
  readonly reserveBytes: number;
  private readonly folder: string;
  private readonly measure: MeasureFree;
  private lastMeasured = Number.POSITIVE_INFINITY;
  private lastSize = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(folder: string, reserveBytes: number, measure: MeasureFree = freeOnDisk) {
    this.folder = folder;
    this.reserveBytes = reserveBytes;
    this.measure = measure;
  }

  /** Measures once, and then regularly. */
  async start(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await this.measureNow();
    this.timer = setInterval(() => void this.measureNow().catch(() => undefined), measureIntervalMs);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Free bytes at the last measurement. */
  get freeBytes(): number {
    return this.lastMeasured;
  }

  /** The size of the disk at the last measurement. */
  get sizeBytes(): number {
    return this.lastSize;
  }

  /** Whether the last measurement left space for jobs. */
  get hasWorkSpace(): boolean {
    return this.lastMeasured >= this.reserveBytes / 2;
  }

  /** Whether an upload of this size fits. */
  async fitsUpload(bytes: number): Promise<boolean> {
    return (await this.measureNow()) >= bytes + this.reserveBytes;
  }

  /**
   * Checks that a job may write this many bytes.
   *
   * @throws DiskFullError
   */
  async requireSpace(bytes = 0): Promise<void> {
    const free = await this.measureNow();
    if (free >= bytes + this.reserveBytes / 2) return;
    throw new DiskFullError(`a job needs ${bytes} bytes in addition to half the reserve, ${free} are free`);
  }

  /** Runs work with a signal that aborts when the disk fills up, because its output would be truncated. */
  async guard<T>(work: (diskFull: AbortSignal) => Promise<T>): Promise<T> {
    await this.requireSpace();
    const controller = new AbortController();
    const timer = setInterval(() => {
      this.requireSpace().catch((error: unknown) => {
        if (isDiskFull(error)) controller.abort(error);
      });
    }, guardIntervalMs);
    timer.unref();
    try {
      const result = await work(controller.signal);
      // Not every program reports a failed write.
      await this.requireSpace();
      return result;
    } finally {
      clearInterval(timer);
    }
  }

  private async measureNow(): Promise<number> {
    const { blocks, bsize } = await statfs(this.folder);
    this.lastSize = blocks * bsize;
    this.lastMeasured = await this.measure(this.folder);
    return this.lastMeasured;
  }
}
