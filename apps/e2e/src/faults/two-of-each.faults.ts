import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SearchAnswer, UploadSession, VideoRecord } from '@vault/contracts';
import { OtlpReceiver, type ReceivedSpan } from '../../../../libs/base/src/testing/otlp-receiver.ts';
import type { Api } from '../testing/api/api.ts';
import { assertConsistent } from '../testing/product/assert-consistent.ts';
import type { Product } from '../testing/product/product.ts';
import { sendFile } from '../testing/api/send-file.ts';
import { sendWithRetry, registerWithRetry } from '../testing/api/send-with-retry.ts';
import { startMicroservices } from '../testing/product/start-microservices.ts';
import { briefTalk } from '../testing/api/talk.ts';
import { until } from '../testing/shared/until.ts';

const replicas = { gateway: 2, auth: 2, upload: 2, chaptering: 2, search: 2, clip: 2, portal: 2, admin: 2 };
const edits = 12;
const videosAtOnce = 3;
const readyTimeoutMs = 600_000;
/** Of the requests that open uploads; nothing else is traced. */
const [traceId, callerSpan] = ['a'.repeat(32), 'b'.repeat(16)];

describe('two replicas of each service', () => {
  const media = briefTalk();
  let product: Product;
  let collector: OtlpReceiver;
  /** The same person at the first gateway and at the second. */
  let first: Api;
  let second: Api;
  let turn = 0;
  const sessions: UploadSession[] = [];

  before(async () => {
    collector = await OtlpReceiver.start();
    const env = {
      KAFKA_SESSION_SECONDS: '3',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '0',
    };
    product = await startMicroservices({ replicas, env });
    [first, second] = product.origins.map((origin) => product.api(origin)) as [Api, Api];
  });
  after(async () => {
    await product.end();
    await collector.stop();
  });

  /** The gateways alternately. */
  const next = (): Api => ((turn += 1) % 2 === 0 ? first : second);

  it('a user who registers at one gateway can sign in at the other at once', async () => {
    const { email, id } = await registerWithRetry(first);
    // The first calls of services that have only just started may take longer than their deadline.
    const body = { email, password: 'analytical engine' };
    const again = await sendWithRetry(second, 'POST', '/api/auth/login', { body });
    assert.equal((again.json?.data as { id: string } | undefined)?.id, id);
    second.user = first.user;
    assert.deepEqual((await sendWithRetry(second, 'GET', '/api/muxvideos')).json?.data, []);
  });

  it('uploads that were opened at one gateway are saved at the other', async () => {
    const sendOne = async (opens: Api, saves: Api) => {
      const session = await openTraced(opens);
      sessions.push(session);
      await sendFile(opens, session.url, media);
      await saves.save(session.id, { title: 'Opened at one, saved at the other' });
    };
    const pairs = Array.from({ length: videosAtOnce }, () => [next(), next()] as const);
    await Promise.all(pairs.map(([opens, saves]) => sendOne(opens, saves)));
  });

  it('polls of each gateway show advancing states until the videos are ready', async () => {
    const steps = ['uploading', 'processing', 'captioning', 'chaptering', 'ready'];
    const watch = async ({ id }: UploadSession) => {
      // One gateway may receive the message about a change a little later than the other.
      const furthest = new Map<Api, number>();
      const look = async () => {
        const at = next();
        const { state } = await at.video(id);
        const [before, step] = [furthest.get(at) ?? 0, steps.indexOf(state)];
        assert.notEqual(state, 'failed');
        assert.ok(step >= before, `${state} came after ${steps[before]!}`);
        furthest.set(at, step);
        return state === 'ready';
      };
      await until(`${id} to be ready`, look, readyTimeoutMs);
    };
    await Promise.all(sessions.map(watch));
  });

  it('one trace leads from the request through all processes to the last consumer', async () => {
    const isLast = ({ name, service }: ReceivedSpan) =>
      service === 'search' && name === 'handle chaptering.chapters-generated.v1';
    // Each process sends its spans every few seconds, in no order.
    const path = await until('all spans up to the last consumer', () => {
      const spans = ancestorsOf(spansOfTrace().find(isLast));
      return spans[0]?.parentId === callerSpan
        ? spans.map(({ service, name }) => `${service}: ${name}`)
        : false;
    });
    assert.deepEqual(path.slice(0, 3), [
      'gateway: GET /api/muxupload',
      'gateway: vault.upload.v1.UploadService/CreateSession',
      'upload: vault.upload.v1.UploadService/CreateSession',
    ]);
    // Between them is a webhook of the video engine, unless upload asked it first.
    assert.deepEqual(path.slice(-5), [
      'upload: publish upload.transcript-ready.v1',
      'chaptering: handle upload.transcript-ready.v1',
      'chaptering: job chapters',
      'chaptering: publish chaptering.chapters-generated.v1',
      'search: handle chaptering.chapters-generated.v1',
    ]);
    for (const name of ['receive upload', 'job ingest', 'webhook video.asset.ready'])
      await until(`the span ${name}`, () =>
        spansOfTrace().some((span) => span.service === 'video-engine' && span.name === name),
      );
    assert.ok(!collector.text.includes(first.user!.email) && !collector.text.includes(first.user!.token));
  });

  it('the gateway that sent a command gets its outcome, and its answer shows the change', async () => {
    for (let edit = 0; edit < edits; edit += 1) {
      const title = `Edit ${String(edit)}`;
      const [at, other] = [next(), next()];
      const { title: answered } = await at.save(sessions[0]!.id, { title });
      assert.equal(answered, title);
      // The other gateway keeps the record until it has received the outcome too.
      const shown = async () => (await other.video(sessions[0]!.id)).title === title;
      await until('the other gateway to show it', shown);
    }
  });

  it('concurrent commands at both gateways succeed', async () => {
    const save = async ({ id }: UploadSession, index: number) => {
      for (let edit = 0; edit < edits; edit += 1)
        await next().save(id, { description: `Description ${String(index)}.${String(edit)}` });
    };
    await Promise.all(sessions.map(save));
    const videos = await next().videos();
    const last = `.${String(edits - 1)}`;
    assert.deepEqual(
      videos.map(({ description }) => description.endsWith(last)),
      sessions.map(() => true),
    );
  });

  it('regenerated chapters are the same at both gateways', async () => {
    for (const { id } of sessions) {
      const { chapters } = await next().video(id);
      const body = { passthrough: id };
      const again = await next().ask<VideoRecord>('POST', '/api/muxupload/re-generate-chapter', body);
      assert.deepEqual(again.chapters, chapters);
      await next().untilReady(id);
    }
  });

  it('a video deleted at one gateway is gone from the other, and soon from both searches', async () => {
    const search = async (api: Api) =>
      (await api.ask<SearchAnswer>('GET', '/api/search?keyword=Description')).total;
    for (const api of [first, second])
      await until('all to be found', async () => (await search(api)) === sessions.length);
    const { id } = sessions.pop()!;
    await first.ask('DELETE', `/api/muxvideos/${id}`);
    const status = async () => (await second.send('GET', `/api/muxvideos/asset/${id}`)).status;
    await until('the other gateway to have removed it', async () => (await status()) === 404);
    assert.equal((await second.videos()).length, sessions.length);
    // Each gateway alternates between both replicas of the search.
    for (const api of [first, second, first, second])
      await until('it not to be found', async () => (await search(api)) === sessions.length);
  });

  it('leaves the stores consistent', () => assertConsistent(product));

  async function openTraced(api: Api): Promise<UploadSession> {
    const headers = { traceparent: `00-${traceId}-${callerSpan}-01` };
    const { status, json, text } = await api.send('GET', '/api/muxupload', { headers });
    assert.equal(status, 200, text);
    return json!.data as UploadSession;
  }

  function spansOfTrace(): ReceivedSpan[] {
    return collector.spans.filter((span) => span.traceId === traceId);
  }

  /** A span and those above it that have arrived, the first one first. */
  function ancestorsOf(span: ReceivedSpan | undefined): ReceivedSpan[] {
    if (!span) return [];
    return [...ancestorsOf(spansOfTrace().find(({ spanId }) => spanId === span.parentId)), span];
  }
});
