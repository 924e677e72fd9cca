import type { Behaviour } from './testing/fake-server.ts';
import { createUploadBench } from './testing/upload-bench.ts';

const total = 600 * 1024 + 5;
const offsetQuery = `bytes */${String(total)}`;

function times(count: number, behaviour: Behaviour): Behaviour[] {
  return Array.from({ length: count }, () => behaviour);
}

describe('transient failures', () => {
  it.each([408, 502, 503, 504, 0])('the upload survives %i four times, a second apart', async (status) => {
    const { upload, server, clock, bytes, reaches } = createUploadBench(600);
    server.behaviours = times(4, { kind: 'answer', status });
    upload.start();
    expect((await reaches('success', 'error')).state).toBe('success');
    expect(clock.waits).toEqual([1000, 1000, 1000, 1000]);
    expect(server.holds(bytes)).toBe(true);
  });

  it.each([408, 502, 503, 504])(
    'Chunk retry: up to 5 attempts, 1 second apart, on statuses 408, 502, 503 and 504. Retry 5 attempts, 1 s apart. The fifth %i ends the upload, which can be retried',
    async (status) => {
      const { upload, server, clock, bytes, reaches } = createUploadBench(600);
      server.behaviours = [{ kind: 'accept' }, ...times(5, { kind: 'answer', status })];
      upload.start();
      expect(await reaches('success', 'error')).toMatchObject({
        state: 'error',
        message: `Server responded with ${String(status)}. Stopping upload.`,
        failure: { status, kind: 'server' },
        attempt: 5,
      });
      expect(clock.waits).toHaveLength(4);
      upload.retry();
      expect((await reaches('success', 'error')).state).toBe('success');
      expect(server.holds(bytes)).toBe(true);
      expect(server.chunks.filter((range) => range.startsWith('bytes 0-'))).toHaveLength(1);
    },
  );

  it('a server that is away for longer than the attempts is probed until it answers', async () => {
    const { upload, server, clock, network, bytes, history, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'accept' }, ...times(8, { kind: 'answer', status: 0 })];
    upload.start();
    expect((await reaches('success', 'error')).state).toBe('success');
    expect(network.isOnline()).toBe(true);
    expect(clock.waits).toEqual([1000, 1000, 1000, 1000, 5000, 5000, 5000, 5000]);
    expect(history.find(({ state }) => state === 'offline')).toMatchObject({
      message: 'Currently offline. Upload will resume automatically when online.',
      acceptedBytes: 262_144,
    });
    expect(server.holds(bytes)).toBe(true);
    expect(server.chunks.filter((range) => range.startsWith('bytes 0-'))).toHaveLength(1);
  });

  it('a server that comes back with errors has all attempts again, then its status is final', async () => {
    const { upload, server, clock, reaches } = createUploadBench(600);
    server.behaviours = [
      ...times(5, { kind: 'answer', status: 0 }),
      ...times(5, { kind: 'answer', status: 503 }),
    ];
    upload.start();
    expect((await reaches('success', 'error')).message).toBe('Server responded with 503. Stopping upload.');
    expect(clock.waits).toEqual([1000, 1000, 1000, 1000, 5000, 1000, 1000, 1000, 1000]);
  });

  it('the upload can be paused and cancelled while its server is away', async () => {
    const { upload, server, clock, network, reaches } = createUploadBench(600);
    server.behaviours = times(100, { kind: 'answer', status: 0 });
    upload.subscribe(() => {
      if (upload.snapshot().state === 'offline') clock.isManual = true;
    });
    upload.start();
    await reaches('offline', 'error');
    upload.pause();
    expect((await reaches('paused', 'error')).state).toBe('paused');
    clock.isManual = false;
    upload.resume();
    await reaches('offline', 'error');
    upload.abort();
    expect(upload.snapshot().state).toBe('aborted');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([clock.timers.size, network.listeners.size]).toEqual([0, 0]);
  });

  it('a server that answers each query but drops each chunk ends the upload', async () => {
    const { upload, server, reaches } = createUploadBench(600);
    server.onRequest = ({ body }) => {
      server.behaviours = !body?.size ? [] : [{ kind: 'drop', bytes: 0 }];
    };
    upload.start();
    expect(await reaches('success', 'error', 'offline')).toMatchObject({
      message: 'Server responded with 0. Stopping upload.',
      failure: { status: 0, kind: 'connection' },
    });
    expect(server.chunks).toHaveLength(5);
  });

  it('after a lost connection the offset is queried and the upload continues from there', async () => {
    const { upload, server, bytes, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'accept' }, { kind: 'drop', bytes: 100_000 }];
    upload.start();
    await reaches('success');
    expect(server.requests.map(({ contentRange }) => contentRange).slice(1, 4)).toEqual([
      `bytes 262144-524287/${String(total)}`,
      offsetQuery,
      `bytes 362144-614404/${String(total)}`,
    ]);
    expect(server.holds(bytes)).toBe(true);
  });

  it('the same bytes are sent again to a server without offset queries', async () => {
    const { upload, server, bytes, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'accept' }, { kind: 'drop', bytes: 0 }, { kind: 'answer', status: 400 }];
    upload.start();
    await reaches('success');
    expect(server.chunks[2]).toBe(server.chunks[1]);
    expect(server.holds(bytes)).toBe(true);
  });

  it('a 200 to an offset query does not mean complete when the last byte was never sent', async () => {
    const { upload, server, bytes, reaches } = createUploadBench(600);
    server.behaviours = [
      { kind: 'drop', bytes: 0 },
      { kind: 'answer', status: 200 },
    ];
    upload.start();
    await reaches('success');
    expect(server.holds(bytes)).toBe(true);
  });

  it('the upload succeeds without more chunks when only the last answer was lost', async () => {
    const { upload, server, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'accept' }, { kind: 'accept' }, { kind: 'keep-but-answer', status: 0 }];
    upload.start();
    await reaches('success');
    expect(server.chunks).toHaveLength(3);
  });

  it.each([
    ['5', 5000],
    ['0', 1000],
    ['86400', 30_000],
    ['soon', 1000],
  ])('Retry-After: %s is followed within bounds', async (value, waitMs) => {
    const { upload, server, clock, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'answer', status: 503, headers: { 'Retry-After': value } }];
    upload.start();
    await reaches('success');
    expect(clock.waits).toEqual([waitMs]);
  });

  it('a stalled connection is handled as a lost one', async () => {
    const { upload, server, clock, bytes, reaches } = createUploadBench(600);
    let isFirst = true;
    const isStuck = new Promise<void>((resolve) => {
      server.onRequest = (request) => {
        if (!isFirst) return undefined;
        isFirst = false;
        request.onSent(1000);
        resolve();
        return new Promise(() => undefined);
      };
    });
    upload.start();
    await isStuck;
    clock.advance(120_001);
    expect((await reaches('success', 'error')).state).toBe('success');
    expect(server.holds(bytes)).toBe(true);
  });
});

describe('a server that makes no progress', () => {
  it('ends the upload when it keeps answering 308 at the same offset', async () => {
    const { upload, server, reaches } = createUploadBench(600);
    server.behaviours = times(50, { kind: 'answer', status: 308 });
    upload.start();
    expect((await reaches('success', 'error')).message).toBe('Server responded with 308. Stopping upload.');
    expect(server.chunks).toHaveLength(5);
  });

  it('ends the upload when it keeps losing bytes', async () => {
    const { upload, server, reaches } = createUploadBench(600);
    server.onRequest = () => {
      server.held = server.held.slice(0, 1000);
    };
    upload.start();
    expect((await reaches('success', 'error')).state).toBe('error');
    expect(server.requests.length).toBeLessThan(40);
  });

  it('gets lost bytes again after a restart, while the shown progress does not decrease', async () => {
    const { upload, server, bytes, history, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'accept' }, { kind: 'lose', bytes: 200_000 }];
    upload.start();
    expect((await reaches('success', 'error')).state).toBe('success');
    expect(server.holds(bytes)).toBe(true);
    expect(history.some(({ acceptedBytes, progress }) => acceptedBytes === 62_144 && progress === 42.6)).toBe(
      true,
    );
  });
});

describe('final answers', () => {
  it.each([400, 401, 403, 404, 410, 413, 415, 500, 507])(
    "A server error during upload gives 'Server responded with {status}. Stopping upload.' At once: %i",
    async (status) => {
      const { upload, server, reaches } = createUploadBench(600);
      server.behaviours = [{ kind: 'answer', status }];
      upload.start();
      expect((await reaches('success', 'error')).message).toBe(
        `Server responded with ${String(status)}. Stopping upload.`,
      );
      expect(server.requests).toHaveLength(1);
    },
  );

  it('a conflict about the size stops the upload', async () => {
    const { upload, server, reaches } = createUploadBench(600);
    server.behaviours = times(2, { kind: 'answer', status: 409, headers: { Range: 'bytes=0-9' } });
    upload.start();
    expect((await reaches('success', 'error')).message).toBe('Server responded with 409. Stopping upload.');
  });

  it('a report of more bytes than the file has stops the upload', async () => {
    const { upload, server, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'answer', status: 308, headers: { Range: 'bytes=0-9999999' } }];
    upload.start();
    expect((await reaches('success', 'error')).state).toBe('error');
  });
});

describe('an earlier session', () => {
  const resumeFrom = 'https://host.test/earlier';

  it('is queried first and gets only the missing bytes', async () => {
    const { upload, server, bytes, reaches } = createUploadBench(600, { resumeFrom });
    server.held = bytes.slice(0, 300_000);
    upload.start();
    await reaches('success');
    expect(server.requests.map(({ contentRange }) => contentRange)).toEqual([
      offsetQuery,
      `bytes 300000-562143/${String(total)}`,
      `bytes 562144-614404/${String(total)}`,
    ]);
    expect(server.requests.every(({ url }) => url === resumeFrom)).toBe(true);
    expect(server.holds(bytes)).toBe(true);
  });

  it('that has the whole file receives no chunk', async () => {
    const { upload, server, bytes, reaches } = createUploadBench(600, { resumeFrom });
    server.held = bytes;
    server.isComplete = true;
    upload.start();
    expect(await reaches('success', 'error')).toMatchObject({ state: 'success', progress: 100 });
    expect(server.chunks).toEqual([]);
  });

  it.each([404, 410])('that is gone (%i) is replaced by a new one', async (status) => {
    const { upload, server, bytes, reaches } = createUploadBench(600, { resumeFrom });
    server.behaviours = [{ kind: 'answer', status }];
    upload.start();
    expect((await reaches('success', 'error')).state).toBe('success');
    expect(server.requests.map(({ url }) => url).slice(0, 2)).toEqual([
      resumeFrom,
      'https://host.test/session',
    ]);
    expect(server.holds(bytes)).toBe(true);
  });

  it('that expires during the upload ends it in an error, and a retry creates a new one', async () => {
    let made = 0;
    const endpoint = (): Promise<string> => Promise.resolve(`https://host.test/${String((made += 1))}`);
    const { upload, server, reaches } = createUploadBench(600, { endpoint });
    server.behaviours = [{ kind: 'accept' }, { kind: 'answer', status: 410 }];
    upload.start();
    expect((await reaches('success', 'error')).failure).toEqual({ kind: 'server', status: 410 });
    server.held = new Uint8Array(0);
    upload.retry();
    expect((await reaches('success', 'error')).state).toBe('success');
    expect(server.requests.map(({ url }) => url.slice(-1)).join('')).toBe('11222');
  });
});
