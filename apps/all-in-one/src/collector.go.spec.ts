import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { authService } from '@vault/auth-service';
import { gatewayService } from '@vault/gateway-service';
import { OtlpReceiver } from '@vault/base/testing';
import { startTestServices } from '@vault/platform/testing';
import { ensureOtelCollector } from '../../../tools/charts/otel-collector.mjs';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Sends on what it receives, after it has understood it. */
function startCollector(program: string, port: number, to: string): ChildProcess {
  const config = JSON.stringify({
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${String(port)}` } } } },
    exporters: { otlphttp: { endpoint: to, compression: 'gzip' } },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: { traces: { receivers: ['otlp'], exporters: ['otlphttp'] } },
    },
  });
  return spawn(program, ['--config', `yaml:${config}`], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Resolves when the collector has written that it is ready. */
async function ready({ stderr }: ChildProcess): Promise<void> {
  let text = '';
  for await (const chunk of stderr!) {
    text += String(chunk);
    if (text.includes('Everything is ready')) return;
  }
  throw new Error(text);
}

describe("OpenTelemetry's Collector", () => {
  it('accepts the traces', async () => {
    const [program, receiver, port] = await Promise.all([
      ensureOtelCollector(),
      OtlpReceiver.start(),
      freePort(),
    ]);
    const collector = startCollector(program, port, receiver.url);
    try {
      await ready(collector);
      const running = await startTestServices([gatewayService, authService], {
        name: 'two-services',
        env: {
          OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(port)}`,
          MUX_TOKEN_ID: 'id',
          MUX_TOKEN_SECRET: 'secret',
          MUX_WEBHOOK_SECRET: 'hook',
        },
      });
      const person = { email: 'ada@example.com', password: 'a long pass phrase', firstname: 'Ada' };
      const registered = await fetch(`${running.url}/api/auth/register`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
        },
        body: JSON.stringify({ ...person, lastname: 'Byron', plan: 'free' }),
      });
      expect(registered.status).toBe(200);
      await running.stop();
      // It sends what it still holds before it exits.
      collector.kill('SIGTERM');
      await once(collector, 'exit');
      expect(
        receiver.spans
          .filter(({ traceId }) => traceId === '1'.repeat(32))
          .map(({ service, name }) => `${service} ${name}`),
      ).toEqual(
        expect.arrayContaining([
          'two-services POST /api/auth/register',
          'two-services vault.auth.v1.AuthService/Register',
        ]),
      );
    } finally {
      collector.kill('SIGKILL');
      await receiver.stop();
    }
  });
});
