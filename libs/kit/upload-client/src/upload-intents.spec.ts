import { jest } from '@jest/globals';
import { guardLeavePage } from './guard-leave-page.ts';
import { type UploadBench, createUploadBench } from './testing/upload-bench.ts';

/** Holds every request until it is released. */
function holdRequests({ server }: UploadBench): { arrives(): Promise<void>; release(): void } {
  const held: (() => void)[] = [];
  let notifyArrival: (() => void) | undefined;
  server.onRequest = () =>
    new Promise((resolve) => {
      held.push(resolve);
      notifyArrival?.();
    });
  return {
    arrives: () =>
      held.length > 0 ? Promise.resolve() : new Promise((resolve) => (notifyArrival = resolve)),
    release: () => held.shift()?.(),
  };
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('pausing', () => {
  it('pausing takes effect after the current chunk finishes. It resumes with the next', async () => {
    const bench = createUploadBench(600);
    const { upload, server, bytes, reaches } = bench;
    const gate = holdRequests(bench);
    upload.start();
    await gate.arrives();
    upload.pause();
    expect(upload.snapshot().state).toBe('pausing');
    await settled();
    expect(upload.snapshot().state).toBe('pausing');
    gate.release();
    expect(await reaches('paused')).toMatchObject({ acceptedBytes: 262_144 });
    await settled();
    expect(server.chunks).toHaveLength(1);
    server.onRequest = () => undefined;
    upload.resume();
    await reaches('success');
    expect(server.chunks).toHaveLength(3);
    expect(server.holds(bytes)).toBe(true);
  });

  it('can be cancelled before it takes effect', async () => {
    const bench = createUploadBench(600);
    const gate = holdRequests(bench);
    bench.upload.start();
    await gate.arrives();
    bench.upload.pause();
    bench.upload.resume();
    expect(bench.upload.snapshot().state).toBe('uploading');
    bench.server.onRequest = () => undefined;
    gate.release();
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

  it('does not use an attempt when the last chunk before it fails', async () => {
    const bench = createUploadBench(600);
    const { upload, server, reaches } = bench;
    const gate = holdRequests(bench);
    server.behaviours = [{ kind: 'drop', bytes: 500 }];
    upload.start();
    await gate.arrives();
    upload.pause();
    gate.release();
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

  it('waits without using attempts, and resumes automatically', async () => {
    const { upload, server, clock, network, bytes, reaches } = createUploadBench(600);
    clock.isManual = true;
    server.onRequest = () => {
      if (server.requests.length === 2) network.set(false, true);
    };
    server.behaviours = [{ kind: 'accept' }, { kind: 'drop', bytes: 77 }];
    upload.start();
    expect(await reaches('offline')).toMatchObject({ ...offline, attempt: 1 });
    network.set(true);
    expect(await reaches('success', 'error')).toMatchObject({ state: 'success' });
    expect(server.holds(bytes)).toBe(true);
  });

  it("When the device goes offline the message is 'Currently offline. Upload will resume automatically when online.' Back online, the upload does not wait for a connection that may be dead", async () => {
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
    expect(server.requests[1]?.contentRange).toContain('*');
    expect(server.holds(bytes)).toBe(true);
  });

  it('does not stop the upload while the server can still be reached', async () => {
    const { upload, network, reaches } = createUploadBench(600);
    network.set(false);
    upload.start();
    expect((await reaches('success', 'error', 'offline')).state).toBe('success');
  });

  it('keeps probing when no event reports that the network is back', async () => {
    const { upload, server, network, clock, reaches } = createUploadBench(600);
    network.set(false, true);
    server.behaviours = Array.from({ length: 8 }, () => ({ kind: 'answer', status: 0 }));
    upload.start();
    expect((await reaches('success', 'error')).state).toBe('success');
    expect(clock.waits).toEqual(Array.from({ length: 8 }, () => 5000));
  });

  it('delays creating a session, too', async () => {
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

describe('aborting and disposing', () => {
  it.each(['abort', 'dispose'] as const)('%s cancels the request, timers and listeners', async (end) => {
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
    const snapshotCount = history.length;
    gate.release();
    network.set(false);
    network.set(true);
    await settled();
    expect(history).toHaveLength(snapshotCount);
    expect(server.requests).toHaveLength(1);
    expect([clock.timers.size, network.listeners.size]).toEqual([0, 0]);
  });

  it('ends a wait and a pause', async () => {
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
    expect(server.requests).toHaveLength(1);
  });

  it('disposing from a listener prevents further requests', async () => {
    const { upload, server } = createUploadBench(600);
    upload.subscribe(() => {
      if (upload.snapshot().acceptedBytes > 0) upload.dispose();
    });
    upload.start();
    await settled();
    expect(server.requests).toHaveLength(1);
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
  function isConfirmationShown(): boolean {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  }

  it('asks for confirmation only while the upload is unfinished', async () => {
    const bench = createUploadBench(600);
    const gate = holdRequests(bench);
    const stop = guardLeavePage(bench.upload);
    expect(isConfirmationShown()).toBe(false);
    bench.upload.start();
    expect(isConfirmationShown()).toBe(true);
    await gate.arrives();
    bench.server.onRequest = () => undefined;
    gate.release();
    await bench.reaches('success');
    expect(isConfirmationShown()).toBe(false);
    stop();
  });

  it('no longer asks once the upload is disposed of or the guard is removed', () => {
    const remove = jest.spyOn(window, 'removeEventListener');
    const first = createUploadBench(600).upload;
    guardLeavePage(first);
    first.start();
    first.dispose();
    expect(isConfirmationShown()).toBe(false);
    expect(remove).toHaveBeenCalledWith('beforeunload', expect.any(Function));
    const second = createUploadBench(600).upload;
    const stop = guardLeavePage(second);
    second.start();
    expect(isConfirmationShown()).toBe(true);
    stop();
    expect(isConfirmationShown()).toBe(false);
    second.dispose();
    remove.mockRestore();
  });
});
