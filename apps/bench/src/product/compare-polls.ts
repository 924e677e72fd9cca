import { Agent, request, type OutgoingHttpHeaders } from 'node:http';
import type { Api } from '../../../e2e/src/testing/api.ts';
import type { Result } from '../benchmark.ts';
import { interleave } from '../measuring/interleave.ts';
import { cpuSeconds } from '../measuring/process-cpu.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { startProcess } from '../processes/start-process.ts';
import { readyVideo } from './ready-video.ts';
import type { ServedProduct } from './served-product.ts';

const rounds = 7;
const warmUps = 2;
const pollsPerRound = 2_500;
const connections = 4;
/** Makes a record of 27 KB, as that of a webinar with its transcript. */
const chapterCount = 10;
const search = 'What was said in this chapter. '.repeat(40);
const [maxRatio, maxUnchangedRatio] = [10, 6];
const unit = 'ms of CPU';

interface Polled {
  readonly pid: number;
  readonly url: string;
  readonly headers: OutgoingHttpHeaders;
  readonly status: number;
}

/** Processor time per poll of one video, compared with a bare server that sends the same bytes. */
export async function comparePolls(product: ServedProduct): Promise<Result[]> {
  const api = product.api();
  const { token } = await api.register();
  const url = `${product.origin}/api/muxvideos/asset/${await videoWithChapters(api)}`;
  const headers = { authorization: `Bearer ${token}` };
  const first = await fetch(url, { headers });
  const body = await first.text();
  const bareServer = await startProcess<number>('bare-answer.ts', [body]);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const polls = (polled: Partial<Polled>) => () =>
    cpuPerPoll({ pid: product.pid, url, headers, status: 200, ...polled }, agent);
  const ways = {
    bare: polls({ pid: bareServer.pid, url: `http://127.0.0.1:${String(bareServer.message)}/` }),
    poll: polls({}),
    unchanged: polls({ headers: { ...headers, 'if-none-match': first.headers.get('etag') ?? '' }, status: 304 }),
    composed: polls({ headers: { ...headers, 'cache-control': 'no-cache' } }),
  };
  try {
    await interleave(warmUps, ways);
    const { bare, ...measured } = await interleave(rounds, ways);
    const note = `${String(connections)} connections; a record of ${String(Buffer.byteLength(body))} bytes`;
    const toResult = (name: string, figures: readonly number[], max?: number): Result => {
      const ratio = medianRatio(figures, bare);
      return {
        name,
        measured: { value: median(figures), unit },
        reference: { value: median(bare), unit },
        ratio,
        ...(max === undefined
          ? {}
          : { bound: `≤ ${String(max)} × bare Node with the same bytes`, isMet: ratio <= max }),
        note,
      };
    };
    return [
      toResult('poll of one video', measured.poll, maxRatio),
      toResult('poll of one video with If-None-Match', measured.unchanged, maxUnchangedRatio),
      toResult('read of one video that is not cached', measured.composed),
    ];
  } finally {
    agent.destroy();
    await bareServer.stop();
  }
}

/** A ready video whose chapters have as much text as those of a webinar. @returns its id */
async function videoWithChapters(api: Api): Promise<string> {
  const id = await readyVideo(api);
  const chapters = Array.from({ length: chapterCount }, (_, index) => ({
    start: `00:00:0${String(index)}`,
    title: `Chapter ${String(index + 1)}`,
    search,
  }));
  await api.ask('PATCH', '/api/muxupload/save', { passthrough: id, chapters });
  return id;
}

async function cpuPerPoll({ pid, ...polled }: Polled, agent: Agent): Promise<number> {
  const before = cpuSeconds(pid);
  const poller = async () => {
    for (let count = 0; count < pollsPerRound / connections; count += 1) await poll(polled, agent);
  };
  await Promise.all(Array.from({ length: connections }, poller));
  return (1_000 * (cpuSeconds(pid) - before)) / pollsPerRound;
}

function poll({ url, headers, status }: Omit<Polled, 'pid'>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (answer) => {
      answer.resume().once('error', reject);
      answer.once('end', () => {
        if (answer.statusCode === status) resolve();
        else reject(new Error(`${url} answered ${String(answer.statusCode)}`));
      });
    });
    sent.once('error', reject).end();
  });
}
