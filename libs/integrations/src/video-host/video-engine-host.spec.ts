import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVideoEngine } from '@vault/video-engine';
import { MuxVideoHost } from './mux-video-host.ts';
import { videoHostConfig } from './video-host.config.ts';
import {
  describeVideoHost,
  type CaptionsEnd,
  type SignedWebhook,
  type VideoHostUnderTest,
} from './video-host.contract.ts';

const secret = 'webhook secret of the tests';

/** Three seconds of a tone, as a WAV file. */
function tone(): Buffer<ArrayBuffer> {
  const rate = 16_000;
  const samples = Buffer.alloc(3 * rate * 2);
  for (let at = 0; at < samples.length / 2; at += 1)
    samples.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 440 * at) / rate)), 2 * at);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(2 * rate, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The video engine in this process; only its transcriber is scripted. */
async function open(): Promise<VideoHostUnderTest> {
  const dataDir = mkdtempSync(join(tmpdir(), 'video-host-'));
  const webhooks: SignedWebhook[] = [];
  let end: CaptionsEnd = 'words';

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    webhooks.push({ body, signature: String(request.headers['mux-signature']) });
    response.writeHead(200).end();
  }
  const server = createServer((request, response) => {
    if (request.url === '/hook') void receive(request, response);
    else engine.handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const engine = createVideoEngine({
    dataDir,
    publicUrl: url,
    token: { id: 'id', secrets: ['secret'] },
    webhook: { url: `${url}/hook`, secret },
    limits: { maxJobAttempts: 1 },
    transcriber: {
      plan: ({ language = 'en' }) => {
        if (end === 'failure') return Promise.reject(new Error('the transcriber fails'));
        if (end === 'no-speech') return Promise.resolve({ verdict: end, language: 'en', pieces: [] });
        const pieces = [{ start: 0, end: 1.5, utterances: [] }];
        return Promise.resolve({ verdict: 'speech', language, pieces });
      },
      transcribePiece: () => Promise.resolve([{ start: 0, end: 1.5, text: 'Good morning.' }]),
    },
  });
  await engine.start();
  const config = { MUX_TOKEN_ID: 'id', MUX_TOKEN_SECRET: 'secret', MUX_WEBHOOK_SECRET: secret };
  return {
    host: new MuxVideoHost(videoHostConfig.parse({ ...config, VIDEO_ENGINE_URL: url, SPEECH_BASE_URL: url })),
    send: async (upload, file) => {
      const body = file === 'recording' ? tone() : Buffer.from('Not media at all, only text. '.repeat(200));
      const signal = AbortSignal.timeout(60_000);
      const { status } = await fetch(upload.url, { method: 'PUT', body, signal });
      expect(status).toBe(file === 'recording' ? 200 : 415);
    },
    endCaptions: (next) => {
      end = next;
    },
    loseSource: (assetId) => {
      const folder = join(dataDir, 'objects/assets', assetId);
      for (const name of readdirSync(folder)) if (name.endsWith('-media')) rmSync(join(folder, name));
      return Promise.resolve();
    },
    work: () => undefined,
    webhooks,
    close: async () => {
      await engine.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

describeVideoHost('the video engine', open);
