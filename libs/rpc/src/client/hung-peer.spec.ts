import { setTimeout as wait } from 'node:timers/promises';
import { createLogger } from '@vault/base';
import { until } from '@vault/base/testing';
import { createRpcClient } from './rpc-client.ts';
import { PeerProcess } from '../testing/peer-process.ts';
import { idempotentTextPaths, textService } from '../testing/text-service.ts';

const deadlineMs = 2_000;

describe('a peer that hangs', () => {
  let lines: { level: number; msg: string }[];
  let peer: PeerProcess;
  let client: ReturnType<typeof createRpcClient<typeof textService>>;

  beforeEach(async () => {
    lines = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as never) };
    peer = await new PeerProcess('peer').start();
    client = createRpcClient(textService, peer.address, {
      idempotent: idempotentTextPaths,
      logger: createLogger({ level: 'info', destination }),
    });
    expect(await client.methods.ask('?', { deadlineMs: 20_000 })).toBe('peer');
  });
  afterEach(async () => {
    client.close();
    await peer.kill();
  });

  /**
   * Makes calls one after the other without waiting for their answers, at most 300 a second, also on a slow machine.
   * @returns the sorted waiting times in milliseconds, and the outcomes
   */
  async function makeCalls(count: number) {
    const waited: number[] = [];
    const codes: string[] = [];
    const calls: Promise<void>[] = [];
    for (let index = 0; index < count; index += 1) {
      calls.push(call());
      await wait(1_000 / 300);
    }
    await Promise.all(calls);
    return { waited: waited.sort((a, b) => a - b), codes };

    async function call(): Promise<void> {
      const from = performance.now();
      const code = await client.methods.ask('?', { deadlineMs }).then(
        () => 'ok',
        (error: unknown) => (error as { code: string }).code,
      );
      waited.push(performance.now() - from);
      codes.push(code);
    }
  }

  it('delays its callers by a small part of the deadline, and is called again once it answers', async () => {
    peer.pause();
    const { waited, codes } = await makeCalls(2_400);
    expect(new Set(codes)).toEqual(new Set(['unavailable']));
    expect(waited[Math.floor(waited.length * 0.95)]).toBeLessThan(deadlineMs / 10);

    peer.resume();
    await until(
      () => client.methods.ask('?').catch(() => 'away'),
      (answer) => answer === 'peer',
    );
    expect(lines.map(({ level }) => level)).toEqual([40, 30]);
  }, 60_000);

  it('does not execute calls that were cancelled meanwhile', async () => {
    peer.pause();
    const calls = ['a', 'b', 'c'].map((each) => client.methods.make(each, { deadlineMs: 200 }));
    // When this call is cancelled, the cancellations of the others have been sent.
    calls.push(client.methods.make('later', { deadlineMs: 500 }));
    for (const { status } of await Promise.allSettled(calls)) expect(status).toBe('rejected');
    peer.resume();
    await until(
      () => client.methods.ask('last').catch(() => 'away'),
      (answer) => answer === 'peer',
    );
    expect(peer.received.filter((each) => each !== 'later')).toEqual(['?', 'last']);
  }, 30_000);

  it('does not refuse calls after a short period of many slow answers', async () => {
    peer.pause();
    const calls = Array.from({ length: 200 }, () => client.methods.ask('?', { deadlineMs: 30_000 }));
    await wait(400);
    peer.resume();
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['peer']));
    expect(await client.methods.ask('?')).toBe('peer');
    expect(lines).toEqual([]);
  }, 30_000);
});
