import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  AppError,
  createLogger,
  currentOrigin,
  originHeaders,
  withOrigin,
  currentTraceparent,
  inSpan,
  withTraceparent,
} from '@vault/base';
import { createMessage } from '@vault/messaging';
import { OtlpReceiver } from '@vault/base/testing';
import { startTracing } from './start-tracing.ts';

const logger = createLogger({ level: 'silent' });
const traceId = '1'.repeat(32);
const sampled = `00-${traceId}-${'2'.repeat(16)}-01`;
const optionsFor = (url: string | undefined, ratio = 1) => ({
  name: 'test',
  logger,
  config: {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: undefined,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  },
});
const message = () =>
  createMessage({
    type: 'upload.video-deleted.v1',
    source: 'upload',
    subject: 'v',
    data: { videoId: 'v', ownerId: 'ada' },
  });

describe('without an endpoint', () => {
  it('nothing is traced, and messages and stored work are as before', async () => {
    const tracing = await startTracing(optionsFor(undefined));
    await inSpan('work', {}, async () => {
      expect(currentTraceparent()).toBeUndefined();
      expect(Object.keys(currentOrigin())).toEqual(['correlationId']);
      expect(message()).not.toHaveProperty('traceparent');
      await Promise.resolve();
    });
    await tracing.stop();
  });
});

describe('with an endpoint', () => {
  let receiver: OtlpReceiver;
  beforeEach(async () => {
    receiver = await OtlpReceiver.start();
  });
  afterEach(() => receiver.stop());

  it('a message and stored work carry the trace on', async () => {
    const tracing = await startTracing(optionsFor(receiver.url));
    const [origin, sent] = await withTraceparent(sampled, () =>
      inSpan('cause', {}, () => Promise.resolve([currentOrigin(), message()] as const)),
    );
    expect(sent.traceparent).toBe(origin.traceparent);
    await withOrigin(origin, () => inSpan('later', {}, () => Promise.resolve()));
    await tracing.stop();
    const [cause, later] = receiver.spans;
    expect([cause, later]).toMatchObject([
      { name: 'cause', traceId, parentId: '2'.repeat(16) },
      { name: 'later', traceId, parentId: cause?.spanId },
    ]);
  });

  it('an invalid traceparent and a tracestate are not passed on', async () => {
    const tracing = await startTracing(optionsFor(receiver.url));
    const seen = await withTraceparent('00-ada@example.com-01', () =>
      inSpan('work', {}, () => Promise.resolve(originHeaders())),
    );
    await tracing.stop();
    expect(seen.traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
    expect(Object.keys(seen)).toEqual(['traceparent']);
  });

  it('the ratio decides where a trace begins, and the caller elsewhere', async () => {
    const tracing = await startTracing(optionsFor(receiver.url, 0));
    const ownTrace = await inSpan('begun here', {}, () => Promise.resolve(currentTraceparent()));
    expect(ownTrace).toMatch(/-00$/);
    await withTraceparent(sampled, () => inSpan('of a caller', {}, () => Promise.resolve()));
    await tracing.stop();
    expect(receiver.spans.map(({ name }) => name)).toEqual(['of a caller']);
  });

  it('a failure has its code, but never its message', async () => {
    const tracing = await startTracing(optionsFor(receiver.url));
    const secret = 'ada@example.com is unknown';
    for (const error of [AppError.notFound(secret), new Error(secret)])
      await inSpan('work', {}, () => Promise.reject(error)).catch(() => undefined);
    await tracing.stop();
    expect(receiver.spans.map(({ attributes, failed }) => [attributes.code, failed])).toEqual([
      ['not-found', false],
      ['internal', true],
    ]);
    expect(receiver.text).not.toContain('ada@');
  });
});

describe('with a collector that does not work', () => {
  let server: Server;
  const responses: ServerResponse[] = [];
  const lines: string[] = [];
  const warned = createLogger({ level: 'warn', destination: { write: (line) => void lines.push(line) } });

  /** Traces more than the queue holds, to a collector that treats each request like this. @returns what to await */
  async function trace(answer: (response: ServerResponse) => void) {
    [responses.length, lines.length] = [0, 0];
    server = createServer((request, response) => {
      request.resume();
      responses.push(response);
      answer(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const tracing = await startTracing({ ...optionsFor(url), logger: warned });
    for (let count = 0; count < 3_000; count += 1) await inSpan('work', {}, () => Promise.resolve());
    return tracing;
  }
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('one that refuses gives one warning, and does not delay the stop', async () => {
    const tracing = await trace((response) => response.writeHead(400).end());
    await tracing.stop();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('traces cannot be sent');
  });

  it('one that never answers gives one warning, and the stop does not wait for it', async () => {
    const tracing = await trace(() => undefined);
    await tracing.stop();
    expect(responses.map((response) => response.writableEnded || response.destroyed)).toContain(false);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('the last spans are lost');
  });
});
