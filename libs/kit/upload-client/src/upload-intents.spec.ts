import { jest } from '@jest/globals';
import { guardLeavePage } from './guard-leave-page.ts';
import type { UploadBench } from './testing/upload-bench.ts';
import { createUploadBench } from './testing/upload-bench.ts';

/** Holds every request until it is let go. */
function holdRequests({ server }: UploadBench): { arrives(): Promise<void>; letGo(): void } {
  const held: (() => void)[] = [];
  let told: (() => void) | undefined;
  server.onRequest = () =>
    new Promise((resolve) => {
      held.push(resolve);
      told?.();
    });
  return {
    arrives: () => (held.length > 0 ? Promise.resolve() : new Promise((resolve) => (told = resolve))),
    letGo: () => {
      held.shift()?.();
    },
  };
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('pausing', () => {
  it('takes effect after the chunk in flight, and resumes with the next', async () => {
    const bench = createUploadBench(600);
    const { upload, server, bytes, reaches } = bench;
    const gate = holdRequests(bench);
    upload.start();
    await gate.arrives();
    upload.pause();
    expect(upload.snapshot().state).toBe('pausing');
    await settled();
    expect(upload.snapshot().state).toBe('pausing');
    gate.letGo();
    expect(await reaches('paused')).toMatchObject({ acceptedBytes: 262_144 });
    await settled();
    expect(server.chunks).toHaveLength(1);
    server.onRequest = () => undefined;
    upload.resume();
    await reaches('success');
    expect(server.chunks).toHaveLength(3);
    expect(server.holds(bytes)).toBe(true);
  });

  it('can be taken back before it takes effect', async () => {
    const bench = createUploadBench(600);
    const gate = holdRequests(bench);
    bench.upload.start();
    await gate.arrives();
    bench.upload.pause();
    bench.upload.resume();
    expect(bench.upload.snapshot().state).toBe('uploading');
    bench.server.onRequest = () => undefined;
    gate.letGo();
    await bench.reaches('success');
    expect(bench.history.some(({ state }) => state === 'paused')).toBe(false);
  });

  it('interrupts the wait between attempts', async () => {
    const { upload, server, clock, reaches } = createUploadBench(600);
    clock.isManual = true;
    server.behaviours = [{ kind: 'answer', status: 503 }];
    upload.start();
    while (upload.snapshot().attempt === 1) await settled();
    upload.pause();
    expect((await reaches('paused')).acceptedBytes).toBe(0);
    upload.resume();
    expect((await reaches('success', 'error')).state).toBe('success');
  });

  it('can be ended by a listener as soon as it has begun', async () => {
    const { upload, reaches } = createUploadBench(600);
    upload.subscribe(() => {
      if (upload.snapshot().state === 'paused') upload.resume();
    });
    upload.start();
    upload.pause();
    expect((await reaches('success', 'error')).state).toBe('success');
  });

  it('does not burn attempts when the last chunk before it fails', async () => {
    const bench = createUploadBench(600);
    const { upload, server, reaches } = bench;
    const gate = holdRequests(bench);
    server.behaviours = [{ kind: 'drop', bytes: 500 }];
    upload.start();
    await gate.arrives();
    upload.pause();
    gate.letGo();
    expect((await reaches('paused')).attempt).toBe(1);
    server.onRequest = () => undefined;
    upload.resume();
    await reaches('success');
    expect(server.chunks[1]).toMatch(/^bytes 500-/);
  });
});

describe('going offline', () => {
  const offline = {
    state: 'offline',
    message: 'Currently offline. Upload will resume automatically when online.',
  };

  it('waits without burning attempts, and resumes by itself', async () => {
    const { upload, server, clock, network, bytes, reaches } = createUploadBench(600);
    clock.isManual = true;
    server.onRequest = () => {
      if (server.seen.length === 2) network.set(false, true);
    };
    server.behaviours = [{ kind: 'accept' }, { kind: 'drop', bytes: 77 }];
    upload.start();
    expect(await reaches('offline')).toMatchObject({ ...offline, attempt: 1 });
    network.set(true);
    expect(await reaches('success', 'error')).toMatchObject({ state: 'success' });
    expect(server.holds(bytes)).toBe(true);
  });

  it('says so at once, and on return does not wait for a connection that may be dead', async () => {
    const bench = createUploadBench(600);
    const { upload, server, network, bytes, reaches } = bench;
    const gate = holdRequests(bench);
    upload.start();
    await gate.arrives();
    network.set(false);
    expect(upload.snapshot()).toMatchObject(offline);
    server.onRequest = () => undefined;
    network.set(true);
    expect(await reaches('success', 'error')).toMatchObject({ state: 'success', attempt: 1 });
    expect(server.seen[1]?.contentRange).toContain('*');
    expect(server.holds(bytes)).toBe(true);
  });

  it('is no obstacle when the server can be reached all the same', async () => {
    const { upload, network, reaches } = createUploadBench(600);
    network.set(false);
    upload.start();
    expect((await reaches('success', 'error', 'offline')).state).toBe('success');
  });

  it('keeps looking when nobody tells that the network is back', async () => {
    const { upload, server, network, clock, reaches } = createUploadBench(600);
    network.set(false, true);
    server.behaviours = Array.from({ length: 8 }, () => ({ kind: 'answer', status: 0 }));
    upload.start();
    expect((await reaches('success', 'error')).state).toBe('success');
    expect(clock.waits).toEqual(Array.from({ length: 8 }, () => 5000));
  });

  it('waits with making a session, too', async () => {
    let calls = 0;
    const endpoint = (): Promise<string> => {
      calls += 1;
      return calls === 1 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('/made');
    };
    const { upload, network, clock, reaches } = createUploadBench(600, { endpoint });
    clock.isManual = true;
    network.set(false);
    upload.start();
    expect(await reaches('offline', 'error')).toMatchObject(offline);
    network.set(true);
    expect((await reaches('success', 'error')).state).toBe('success');
  });
});

describe('ending', () => {
  it.each(['abort', 'dispose'] as const)('%s cancels the request and leaves nothing behind', async (end) => {
    const bench = createUploadBench(600);
    const { upload, server, clock, network, history } = bench;
    const gate = holdRequests(bench);
    let signal: AbortSignal | undefined;
    const hold = server.onRequest;
    server.onRequest = (request) => {
      signal = request.signal;
      return hold(request);
    };
    upload.start();
    await gate.arrives();
    upload[end]();
    expect(signal?.aborted).toBe(true);
    expect(upload.snapshot().state).toBe('aborted');
    const told = history.length;
    gate.letGo();
    network.set(false);
    network.set(true);
    await settled();
    expect(history).toHaveLength(told);
    expect(server.seen).toHaveLength(1);
    expect([clock.timers.size, network.listeners.size]).toEqual([0, 0]);
  });

  it('interrupts a wait and a pause', async () => {
    const { upload, server, clock, network, reaches } = createUploadBench(600);
    clock.isManual = true;
    server.behaviours = [{ kind: 'answer', status: 503 }];
    upload.start();
    while (upload.snapshot().attempt === 1) await settled();
    upload.pause();
    await reaches('paused');
    upload.dispose();
    await settled();
    expect([clock.timers.size, network.listeners.size]).toEqual([0, 0]);
    expect(server.seen).toHaveLength(1);
  });

  it('by a listener sends nothing more', async () => {
    const { upload, server } = createUploadBench(600);
    upload.subscribe(() => {
      if (upload.snapshot().acceptedBytes > 0) upload.dispose();
    });
    upload.start();
    await settled();
    expect(server.seen).toHaveLength(1);
  });

  it('leaves no timer or listener after success', async () => {
    const { upload, clock, network, reaches } = createUploadBench(600);
    upload.start();
    await reaches('success');
    await settled();
    expect([clock.timers.size, network.listeners.size]).toEqual([0, 0]);
  });
});

describe('leaving the page', () => {
  function isAsked(): boolean {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  }

  it('asks only while there is something to lose', async () => {
    const bench = createUploadBench(600);
    const gate = holdRequests(bench);
    const stop = guardLeavePage(bench.upload);
    expect(isAsked()).toBe(false);
    bench.upload.start();
    expect(isAsked()).toBe(true);
    await gate.arrives();
    bench.server.onRequest = () => undefined;
    gate.letGo();
    await bench.reaches('success');
    expect(isAsked()).toBe(false);
    stop();
  });

  it('no longer asks once the upload is disposed of or the guard is taken off', () => {
    const remove = jest.spyOn(window, 'removeEventListener');
    const first = createUploadBench(600).upload;
    guardLeavePage(first);
    first.start();
    first.dispose();
    expect(isAsked()).toBe(false);
    expect(remove).toHaveBeenCalledWith('beforeunload', expect.any(Function));
    const second = createUploadBench(600).upload;
    const stop = guardLeavePage(second);
    second.start();
    expect(isAsked()).toBe(true);
    stop();
    expect(isAsked()).toBe(false);
    second.dispose();
    remove.mockRestore();
  });
});
