import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Mux from '@mux/mux-node';
import type { EngineStatistics, JobStatistics, VideoEngineOptions } from '../common/options.ts';
import { createVideoEngine } from '../engine.ts';
import { FakeTranscriber } from './fake-transcriber.ts';

/** An event that the webhook receiver got and whose signature is valid. */
export interface ReceivedEvent {
  id: string;
  type: string;
  data: { id: string; [key: string]: unknown };
}

/** An engine on a port, a Mux client for it, and the events that its webhooks delivered. */
export interface TestEngine {
  url: string;
  mux: Mux;
  transcriber: FakeTranscriber;
  events: ReceivedEvent[];
  /** The next statuses of the receiver's responses; 200 when empty. */
  answers: number[];
  statistics(): EngineStatistics;
  jobStatistics(): Promise<JobStatistics[]>;
  waitForEvent(type: string, id?: string): Promise<ReceivedEvent>;
  stop(): Promise<void>;
}

const testToken = { id: 'test-id', secret: 'test-secret' };
const webhookSecret = 'webhook-secret';

/** Starts an engine on `dataDir`; a later start on the same folder is a restart. */
export async function startTestEngine(
  dataDir: string,
  options: Partial<VideoEngineOptions> = {},
): Promise<TestEngine> {
  const transcriber = new FakeTranscriber();
  const events: ReceivedEvent[] = [];
  const answers: number[] = [];
  const server = createServer((req, res) => {
    if (req.url === '/hook') receive(req, res);
    else engine.handle(req, res);
  });
  const url = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
  const mux = new Mux({
    tokenId: testToken.id,
    tokenSecret: testToken.secret,
    webhookSecret,
    baseURL: url,
    maxRetries: 0,
  });
  const engine = createVideoEngine({
    dataDir,
    publicUrl: url,
    token: { id: testToken.id, secrets: [testToken.secret] },
    webhook: { url: `${url}/hook`, secret: webhookSecret },
    transcriber,
    ...options,
  });
  const receive: Parameters<typeof createServer>[1] & object = (req, res) => {
    const pieces: Buffer[] = [];
    req.on('data', (piece: Buffer) => pieces.push(piece));
    req.on('end', () => {
      const body = Buffer.concat(pieces).toString('utf8');
      const status = answers.shift() ?? 200;
      mux.webhooks.unwrap(body, req.headers as Record<string, string>).then(
        (event) => {
          if (status === 200) events.push(event as unknown as ReceivedEvent);
          res.writeHead(status).end();
        },
        () => res.writeHead(400).end(),
      );
    });
  };
  await engine.start().catch((error: unknown) => {
    server.close();
    throw error;
  });
  return {
    url,
    mux,
    transcriber,
    events,
    answers,
    statistics: () => engine.statistics(),
    jobStatistics: () => engine.jobStatistics(),
    waitForEvent: (type, id) =>
      until(
        () => events.find((event) => event.type === type && (id === undefined || event.data.id === id)),
        `no ${type}; got ${events.map((event) => event.type).join(', ')}`,
      ),
    async stop() {
      await engine.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Uploads a file in one request. @returns the id of its asset */
export async function uploadFile(
  { mux, url }: Pick<TestEngine, 'mux' | 'url'>,
  file: Buffer,
  settings: Parameters<Mux['video']['uploads']['create']>[0]['new_asset_settings'] = {},
): Promise<string> {
  const upload = await mux.video.uploads.create({ cors_origin: '*', new_asset_settings: settings });
  const answer = await fetch(new URL(upload.url ?? '', url), { method: 'PUT', body: Buffer.from(file) });
  if (answer.status !== 200) throw new Error(`the upload is answered with ${answer.status}`);
  return (await mux.video.uploads.retrieve(upload.id)).asset_id ?? '';
}

/** Repeats a query until it returns a value; fails with the message `missing` after `timeoutMs`. */
export async function until<T>(
  query: () => T | undefined | Promise<T | undefined>,
  missing: string | (() => string),
  timeoutMs = 240_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const answer = await query();
    if (answer !== undefined) return answer;
    await sleep(20);
  }
  throw new Error(typeof missing === 'string' ? missing : missing());
}
