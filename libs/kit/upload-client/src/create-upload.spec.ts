import { jest } from '@jest/globals';
import { createUpload } from './resumable-upload.ts';
import { createUploadBench } from './testing/upload-bench.ts';

const KB = 1024;
const total = 600 * KB + 5;

describe('an upload', () => {
  it('sends the file in chunks with their ranges and the type of the file', async () => {
    const { upload, server, bytes, reaches } = createUploadBench(600);
    upload.start();
    const end = await reaches('success', 'error');
    expect(end).toMatchObject({
      state: 'success',
      message: 'Upload complete!',
      progress: 100,
      acceptedBytes: total,
    });
    expect(server.holds(bytes)).toBe(true);
    expect(server.chunks).toEqual([
      `bytes 0-262143/${String(total)}`,
      `bytes 262144-524287/${String(total)}`,
      `bytes 524288-614404/${String(total)}`,
    ]);
    expect(server.requests.every(({ contentType }) => contentType === 'video/mp4')).toBe(true);
  });

  it.each([200, 201, 202, 204])(
    'Success statuses: 200, 201, 202, 204, 308. (308, 308, %i)',
    async (status) => {
      const { upload, server, reaches } = createUploadBench(600);
      server.behaviours = [{ kind: 'accept' }, { kind: 'accept' }, { kind: 'answer', status }];
      upload.start();
      expect((await reaches('success', 'error')).state).toBe('success');
      expect(server.chunks).toHaveLength(3);
    },
  );

  it('counts accepted bytes and reaches 100 only with success', async () => {
    const { upload, server, history, reaches } = createUploadBench(600);
    server.onRequest = (request) => {
      request.onSent((request.body?.size ?? 0) / 2);
      request.onSent(request.body?.size ?? 0);
    };
    upload.start();
    await reaches('success');
    const progress = history.map((snapshot) => snapshot.progress);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(
      history.filter((snapshot) => snapshot.progress === 100).every(({ state }) => state === 'success'),
    ).toBe(true);
    expect(
      history.some(({ acceptedBytes, sentBytes }) => acceptedBytes === 0 && sentBytes === 128 * KB),
    ).toBe(true);
    expect(
      history.some(({ acceptedBytes, sentBytes }) => acceptedBytes === 0 && sentBytes === 256 * KB),
    ).toBe(true);
  });

  it('doubles the chunk size on a fast connection, and estimates the time left', async () => {
    const { upload, server, clock, history, reaches } = createUploadBench(2000, { dynamicChunkSize: true });
    server.onRequest = () => clock.advance(2000);
    upload.start();
    await reaches('success');
    expect(server.requests.map(({ bytes }) => bytes)).toEqual([256 * KB, 512 * KB, 1024 * KB, 208 * KB + 5]);
    const estimate = history.find(({ acceptedBytes }) => acceptedBytes === 768 * KB);
    expect(estimate?.bytesPerSecond).toBeCloseTo(192 * KB);
    expect(estimate?.remainingSeconds).toBeCloseTo((1232 * KB + 5) / (192 * KB));
  });

  it('halves the chunk size on a slow connection', async () => {
    const { upload, server, clock, reaches } = createUploadBench(1000, {
      dynamicChunkSize: true,
      chunkSizeKb: 512,
    });
    server.onRequest = () => clock.advance(31_000);
    upload.start();
    await reaches('success');
    expect(server.requests.map(({ bytes }) => bytes)).toEqual([512 * KB, 256 * KB, 232 * KB + 5]);
  });

  it('continues after the part of a chunk that the server kept', async () => {
    const { upload, server, bytes, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'accept-part', bytes: 1000 }];
    upload.start();
    await reaches('success');
    expect(server.chunks[1]).toBe(`bytes 1000-263143/${String(total)}`);
    expect(server.holds(bytes)).toBe(true);
  });
});

describe('programming mistakes', () => {
  it.each([0, -256, 255, 300, 128, 512_256, NaN])(
    "Chunk size must be a positive multiple of 256 KB between 256 and 512000, else a type error 'chunkSize must be a positive number in multiples of 256, between min and max'. (%p)",
    (chunkSizeKb) => {
      const file = new File(['x'], 'x.mp4');
      const create = (): unknown => createUpload({ file, endpoint: '/x', chunkSizeKb });
      expect(create).toThrow(TypeError);
      expect(create).toThrow('chunkSize must be a positive number in multiples of 256, between min and max');
    },
  );

  it('The file must be a file.', () => {
    const file = new Blob(['x']) as File;
    expect(() => createUpload({ file, endpoint: '/x' })).toThrow('file must be a File object');
  });
});

describe('errors a user can see', () => {
  it("Upload: an endpoint is required, otherwise 'No url or endpoint specified -- cannot handleUpload'.", async () => {
    const { upload, server, reaches } = createUploadBench(1, { endpoint: '' });
    upload.start();
    expect(await reaches('error')).toMatchObject({
      message: 'No url or endpoint specified -- cannot handleUpload',
      failure: { kind: 'no-endpoint' },
    });
    expect(server.requests).toEqual([]);
  });

  it('shows why a session could not be created, and creates one on the next attempt', async () => {
    let calls = 0;
    const endpoint = (): Promise<string> => {
      calls += 1;
      return calls === 1
        ? Promise.reject(new Error('Your plan is full.'))
        : Promise.resolve('https://host.test/2');
    };
    const { upload, server, reaches } = createUploadBench(1, { endpoint });
    upload.start();
    expect(await reaches('error')).toMatchObject({
      message: 'Your plan is full.',
      failure: { kind: 'endpoint-failed' },
    });
    upload.retry();
    expect((await reaches('success', 'error')).state).toBe('success');
    expect(server.requests[0]?.url).toBe('https://host.test/2');
  });

  it("An oversize file gives 'file size exceeds maximum'.", async () => {
    const { upload, server, reaches } = createUploadBench(2, { maxFileSizeKb: 2 });
    upload.start();
    expect(await reaches('error')).toMatchObject({
      message: 'file size exceeds maximum',
      failure: { kind: 'too-large', detail: '2053 > 2048 bytes' },
    });
    expect(server.requests).toEqual([]);
  });

  it("An unreadable file gives 'Unable to read file of size {n} bytes. Try loading from another browser.' (an empty one)", async () => {
    const { upload, reaches } = createUploadBench(1, { file: new File([], 'empty.mp4') });
    upload.start();
    expect((await reaches('error', 'success')).message).toBe(
      'Unable to read file of size 0 bytes. Try loading from another browser.',
    );
  });

  it('stops when the file changes during the upload', async () => {
    const { upload, server, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'accept' }, { kind: 'drop', bytes: 0 }];
    server.onRequest = () => {
      if (server.requests.length === 2) makeReadsFail();
    };
    upload.start();
    const end = await reaches('error', 'success');
    jest.restoreAllMocks();
    expect(end.message).toBe(
      `Unable to read file of size ${String(total)} bytes. Try loading from another browser.`,
    );
    expect(server.requests).toHaveLength(2);
  });
});

/** Fails every read, as a browser does once the file behind a File has been changed. */
function makeReadsFail(): void {
  jest.spyOn(FileReader.prototype, 'readAsArrayBuffer').mockImplementation(function fail(this: FileReader) {
    queueMicrotask(() => void this.onerror?.(new ProgressEvent('error') as ProgressEvent<FileReader>));
  });
}
