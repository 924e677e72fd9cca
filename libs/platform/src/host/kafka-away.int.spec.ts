import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@vault/base';
import { until } from '@vault/base/testing';
import { relayServices } from '../testing/relay-services.fixture.ts';
import { runServices, type RunningServices } from './run-services.ts';

interface Readiness {
  readonly status: string;
  readonly checks: object;
  readonly degraded: readonly string[];
}

describe('a process while Kafka is unavailable', () => {
  let dir: string;
  let running: RunningServices;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'kafka-away-'));
    const address = `unix:${join(dir, 'rpc.sock')}`;
    running = await runServices(relayServices, {
      // Nobody listens on this port.
      env: { PORT: '0', KAFKA_BROKERS: '127.0.0.1:1', RPC_ADDRESS: address, UPLOAD_RPC: address },
      logger: createLogger({ level: 'silent' }),
    });
  });
  afterAll(async () => {
    await running.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const fetchReadiness = async (): Promise<readonly [number, Readiness]> => {
    const answer = await fetch(`${running.url}/readyz`);
    return [answer.status, (await answer.json()) as Readiness];
  };

  it('is ready, and names what does not work', async () => {
    const [status, readiness] = await until(fetchReadiness, ([, { degraded }]) =>
      degraded.includes('sending messages'),
    );
    expect([status, readiness]).toEqual([
      200,
      {
        status: 'ok',
        checks: { 'access to messages': true },
        degraded: ['gateway outcomes', 'upload consumer', 'sending messages'],
      },
    ]);
  });

  it('refuses requests that need Kafka, and states when to retry', async () => {
    await until(fetchReadiness, ([, { degraded }]) => degraded.includes('sending messages'));
    const refused = await fetch(`${running.url}/api/relay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ say: 'hello' }),
    });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  });
});
