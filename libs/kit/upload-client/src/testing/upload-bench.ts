import { createUpload } from '../resumable-upload.ts';
import type { Upload, UploadOptions, UploadSnapshot, UploadState } from '../upload.ts';
import type { Connectivity, UploadClock } from '../waiting.ts';
import { FakeServer } from './fake-server.ts';

interface Timer {
  at: number;
  callback: () => void;
}

/** A timer of at least this length is a stall timeout, not a wait between attempts. */
const watchdogMs = 60_000;

/** A clock whose short waits end at once (and are recorded), while long ones need {@link FakeClock.advance}. */
export class FakeClock implements UploadClock {
  /** Every short wait requested, in milliseconds. */
  readonly waits: number[] = [];
  readonly timers = new Set<Timer>();
  /** When true, short waits need {@link FakeClock.advance} too. */
  isManual = false;
  private time = 1_700_000_000_000;

  now(): number {
    return this.time;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.time + milliseconds, callback };
    this.timers.add(timer);
    if (milliseconds < watchdogMs) {
      this.waits.push(milliseconds);
      if (!this.isManual) {
        queueMicrotask(() => this.fire(timer));
      }
    }
    return () => this.timers.delete(timer);
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
    for (const timer of [...this.timers]) if (timer.at <= this.time) this.fire(timer);
  }

  private fire(timer: Timer): void {
    if (!this.timers.delete(timer)) return;
    this.time = Math.max(this.time, timer.at);
    timer.callback();
  }
}

/** A network that a test switches on and off. */
export class FakeNetwork implements Connectivity {
  readonly listeners = new Set<(isOnline: boolean) => void>();
  private hasNetwork = true;

  isOnline(): boolean {
    return this.hasNetwork;
  }

  subscribe(listener: (isOnline: boolean) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param isSilent no listener is called, as when a real network fails unnoticed */
  set(isOnline: boolean, isSilent = false): void {
    this.hasNetwork = isOnline;
    if (!isSilent) for (const listener of [...this.listeners]) listener(isOnline);
  }
}

/** An upload connected to a fake server, clock and network. */
export interface UploadBench {
  upload: Upload;
  server: FakeServer;
  clock: FakeClock;
  network: FakeNetwork;
  bytes: Uint8Array<ArrayBuffer>;
  /** Every snapshot so far. */
  history: UploadSnapshot[];
  /** Resolves once one of these states is reached. */
  reaches: (...states: UploadState[]) => Promise<UploadSnapshot>;
}

const pattern = Uint8Array.from(
  { length: 4 * 1024 * 1024 },
  (_, index) => Math.imul(index, 2654435761) >>> 24,
);

/** Bytes (4 MiB at most) that differ by position, so that a test detects misplaced ones. */
export function patternedBytes(size: number): Uint8Array<ArrayBuffer> {
  return pattern.slice(0, size);
}

/** Prepares an upload of `sizeKb` KB and 5 bytes to a fake server, in chunks of 256 KB. */
export function createUploadBench(sizeKb: number, options: Partial<UploadOptions> = {}): UploadBench {
  const bytes = patternedBytes(sizeKb * 1024 + 5);
  const file = new File([bytes], 'talk.mp4', { type: 'video/mp4', lastModified: 1 });
  const server = new FakeServer(bytes.length);
  const clock = new FakeClock();
  const network = new FakeNetwork();
  const upload = createUpload({
    file,
    endpoint: 'https://host.test/session',
    chunkSizeKb: 256,
    dynamicChunkSize: false,
    transport: server.transport,
    clock,
    connectivity: network,
    ...options,
  });
  const history: UploadSnapshot[] = [];
  upload.subscribe(() => history.push(upload.snapshot()));
  return { upload, server, clock, network, bytes, history, reaches: (...states) => reach(upload, states) };
}

function reach(upload: Upload, states: UploadState[]): Promise<UploadSnapshot> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!states.includes(upload.snapshot().state)) return;
      unsubscribe();
      resolve(upload.snapshot());
    };
    const unsubscribe = upload.subscribe(check);
    check();
  });
}
