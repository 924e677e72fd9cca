import { createUpload } from '../create-upload.ts';
import type { Upload, UploadSnapshot, UploadState } from '../upload.ts';
import type { UploadOptions } from '../upload-options.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeNetwork } from './fake-network.ts';
import { FakeServer } from './fake-server.ts';

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

const PATTERN = Uint8Array.from(
  { length: 4 * 1024 * 1024 },
  (_, index) => Math.imul(index, 2654435761) >>> 24,
);

/** Bytes (4 MiB at most) that differ by position, so that a test detects misplaced ones. */
export function patternedBytes(size: number): Uint8Array<ArrayBuffer> {
  return PATTERN.slice(0, size);
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
