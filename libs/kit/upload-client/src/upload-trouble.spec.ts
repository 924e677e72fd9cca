import type { Behaviour } from './testing/fake-server.ts';
import { createUploadBench } from './testing/upload-bench.ts';

const total = 600 * 1024 + 5;
const question = `bytes */${String(total)}`;

function times(count: number, behaviour: Behaviour): Behaviour[] {
  return Array.from({ length: count }, () => behaviour);
}

describe('transient trouble', () => {
  it.each([408, 502, 503, 504, 0])('survives %i four times, a second apart', async (status) => {
    const { upload, server, clock, bytes, reaches } = createUploadBench(600);
    server.behaviours = times(4, { kind: 'answer', status });
    upload.start();
    expect((await reaches('success', 'error')).state).toBe('success');
    expect(clock.waits).toEqual([1000, 1000, 1000, 1000]);
    expect(server.holds(bytes)).toBe(true);
  });

  it.each([408, 502, 503, 504, 0])('gives up at the fifth %i, and can be tried again', async (status) => {
    const { upload, server, clock, bytes, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'accept' }, ...times(5, { kind: 'answer', status })];
    upload.start();
    expect(await reaches('success', 'error')).toMatchObject({
      state: 'error',
      message: `Server responded with ${String(status)}. Stopping upload.`,
      failure: { status, kind: status === 0 ? 'connection' : 'server' },
      attempt: 5,
    });
    expect(clock.waits).toHaveLength(4);
    upload.retry();
    expect((await reaches('success', 'error')).state).toBe('success');
    expect(server.holds(bytes)).toBe(true);
    expect(server.chunks.filter((range) => range.startsWith('bytes 0-'))).toHaveLength(1);
  });

  it('asks after a lost connection, and sends on from what had arrived', async () => {
    const { upload, server, bytes, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'accept' }, { kind: 'drop', bytes: 100_000 }];
    upload.start();
    await reaches('success');
    expect(server.seen.map(({ contentRange }) => contentRange).slice(1, 4)).toEqual([
      `bytes 262144-524287/${String(total)}`,
      question,
      `bytes 362144-614404/${String(total)}`,
    ]);
    expect(server.holds(bytes)).toBe(true);
  });

  it('sends the same bytes again to a server that answers no questions', async () => {
    const { upload, server, bytes, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'accept' }, { kind: 'drop', bytes: 0 }, { kind: 'answer', status: 400 }];
    upload.start();
    await reaches('success');
    expect(server.chunks[2]).toBe(server.chunks[1]);
    expect(server.holds(bytes)).toBe(true);
  });

  it('does not take a 200 to its question for the whole when the last byte was never sent', async () => {
    const { upload, server, bytes, reaches } = createUploadBench(600);
    server.behaviours = [
      { kind: 'drop', bytes: 0 },
      { kind: 'answer', status: 200 },
    ];
    upload.start();
    await reaches('success');
    expect(server.holds(bytes)).toBe(true);
  });

  it('notices that all had arrived when only the last answer was lost', async () => {
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
  ])('heeds Retry-After: %s within bounds', async (value, waitMs) => {
    const { upload, server, clock, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'answer', status: 503, headers: { 'Retry-After': value } }];
    upload.start();
    await reaches('success');
    expect(clock.waits).toEqual([waitMs]);
  });

  it('takes a silent line for a lost one', async () => {
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

describe('a server that makes no headway', () => {
  it('is given up when it keeps answering 308 at the same offset', async () => {
    const { upload, server, reaches } = createUploadBench(600);
    server.behaviours = times(50, { kind: 'answer', status: 308 });
    upload.start();
    expect((await reaches('success', 'error')).message).toBe('Server responded with 308. Stopping upload.');
    expect(server.chunks).toHaveLength(5);
  });

  it('is given up when it keeps losing what it had', async () => {
    const { upload, server, reaches } = createUploadBench(600);
    server.onRequest = () => {
      server.held = server.held.slice(0, 1000);
    };
    upload.start();
    expect((await reaches('success', 'error')).state).toBe('error');
    expect(server.seen.length).toBeLessThan(40);
  });

  it('is followed back after a restart with fewer bytes, while progress stands still', async () => {
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
  it.each([400, 401, 403, 404, 410, 413, 415, 500, 507])('stops at %i at once', async (status) => {
    const { upload, server, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'answer', status }];
    upload.start();
    expect((await reaches('success', 'error')).message).toBe(
      `Server responded with ${String(status)}. Stopping upload.`,
    );
    expect(server.seen).toHaveLength(1);
  });

  it('stops when server and client disagree about the size', async () => {
    const { upload, server, reaches } = createUploadBench(600);
    server.behaviours = times(2, { kind: 'answer', status: 409, headers: { Range: 'bytes=0-9' } });
    upload.start();
    expect((await reaches('success', 'error')).message).toBe('Server responded with 409. Stopping upload.');
  });

  it('does not believe in more bytes than the file has', async () => {
    const { upload, server, reaches } = createUploadBench(600);
    server.behaviours = [{ kind: 'answer', status: 308, headers: { Range: 'bytes=0-9999999' } }];
    upload.start();
    expect((await reaches('success', 'error')).state).toBe('error');
  });
});

describe('an earlier session', () => {
  const resumeFrom = 'https://host.test/earlier';

  it('is asked first and gets only what is missing', async () => {
    const { upload, server, bytes, reaches } = createUploadBench(600, { resumeFrom });
    server.held = bytes.slice(0, 300_000);
    upload.start();
    await reaches('success');
    expect(server.seen.map(({ contentRange }) => contentRange)).toEqual([
      question,
      `bytes 300000-562143/${String(total)}`,
      `bytes 562144-614404/${String(total)}`,
    ]);
    expect(server.seen.every(({ url }) => url === resumeFrom)).toBe(true);
    expect(server.holds(bytes)).toBe(true);
  });

  it('that has the whole file needs nothing more', async () => {
    const { upload, server, bytes, reaches } = createUploadBench(600, { resumeFrom });
    server.held = bytes;
    server.isComplete = true;
    upload.start();
    expect(await reaches('success', 'error')).toMatchObject({ state: 'success', progress: 100 });
    expect(server.chunks).toEqual([]);
  });

  it.each([404, 410])('that is gone (%i) makes way for a fresh one', async (status) => {
    const { upload, server, bytes, reaches } = createUploadBench(600, { resumeFrom });
    server.behaviours = [{ kind: 'answer', status }];
    upload.start();
    expect((await reaches('success', 'error')).state).toBe('success');
    expect(server.seen.map(({ url }) => url).slice(0, 2)).toEqual([resumeFrom, 'https://host.test/session']);
    expect(server.holds(bytes)).toBe(true);
  });

  it('that expires under way ends in an error, and trying again makes a fresh one', async () => {
    let made = 0;
    const endpoint = (): Promise<string> => Promise.resolve(`https://host.test/${String((made += 1))}`);
    const { upload, server, reaches } = createUploadBench(600, { endpoint });
    server.behaviours = [{ kind: 'accept' }, { kind: 'answer', status: 410 }];
    upload.start();
    expect((await reaches('success', 'error')).failure).toEqual({ kind: 'server', status: 410 });
    server.held = new Uint8Array(0);
    upload.retry();
    expect((await reaches('success', 'error')).state).toBe('success');
    expect(server.seen.map(({ url }) => url.slice(-1)).join('')).toBe('11222');
  });
});
