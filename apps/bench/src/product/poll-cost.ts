import { Agent, request } from 'node:http';
import type { Api } from '../../../e2e/src/testing/api/api.ts';
import { sized, type Result } from '../measuring/benchmark.ts';
import { interleave } from '../measuring/interleave.ts';
import { threadSeconds } from '../measuring/process-cpu.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { startProcess } from '../processes/start-process.ts';
import { readyVideo } from './ready-video.ts';
import type { ServedProduct } from './served-product.ts';

const rounds = sized(7, 1);
const warmUps = sized(3, 1);
const pollsPerRound = sized(2_000, 50);
const connections = 10;
/** The answers with texts of this length have about 27 KB. */
const textLength = 2_000;
const chapterStarts = ['00:00:00', '00:00:02', '00:00:04', '00:00:06', '00:00:08', '00:00:10'];
const maxRatio = 10;
const maxRatioUnchanged = 6;
const unit = 'ms of processor time';

interface Polled {
  readonly url: string;
  readonly pid: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
}

/** Processor time of a poll of an unchanged video, compared with a bare Node server that sends the same bytes. */
export async function comparePolls(product: ServedProduct): Promise<Result[]> {
  const api = product.api();
  const { token } = await api.register();
  const url = `${product.origin}/api/muxvideos/asset/${await describedVideo(api)}`;
  const authorization = { authorization: `Bearer ${token}` };
  const answer = await fetch(url, { headers: authorization });
  const [text, etag = ''] = [await answer.text(), answer.headers.get('etag') ?? undefined];
  const bare = await startProcess<number>('bare-answer.ts', [text]);
  const bareUrl = `http://127.0.0.1:${String(bare.message)}/`;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const conditional = { 'if-none-match': etag };
  const both = (headers: Polled['headers'], status: number) => ({
    product: () =>
      cpuPerPoll(agent, { url, pid: product.pid, headers: { ...authorization, ...headers }, status }),
    bare: () => cpuPerPoll(agent, { url: bareUrl, pid: bare.pid, headers, status }),
  });
  const compare = async (name: string, bound: number, ways: ReturnType<typeof both>): Promise<Result> => {
    await interleave(warmUps, ways);
    const figures = await interleave(rounds, ways);
    const ratio = medianRatio(figures.product, figures.bare);
    return {
      name,
      measured: { value: median(figures.product), unit },
      reference: { value: median(figures.bare), unit },
      ratio,
      bound: `≤ ${String(bound)} × a bare Node server`,
      isMet: ratio <= bound,
      note: `one video, polled over ${String(connections)} connections; the answer has ${String(text.length)} bytes`,
    };
  };
  try {
    return [
      await compare('poll of a video', maxRatio, both({}, 200)),
      await compare('poll with If-None-Match (304)', maxRatioUnchanged, both(conditional, 304)),
    ];
  } finally {
    agent.destroy();
    await bare.stop();
  }
}

/** A video whose chapters have long texts. @returns its id */
async function describedVideo(api: Api): Promise<string> {
  const id = await readyVideo(api);
  const chapters = chapterStarts.map((start) => ({
    start,
    title: `At ${start}`,
    summary: '',
    quote: [],
    search: 'word '.repeat(textLength / 5).trim(),
  }));
  await api.ask('PATCH', '/api/muxupload/save', { passthrough: id, chapters });
  // The last change of the record.
  await api.untilDownload(id);
  return id;
}

/** Milliseconds. */
async function cpuPerPoll(agent: Agent, polled: Polled): Promise<number> {
  const before = threadSeconds(polled.pid);
  let pollsLeft = pollsPerRound;
  const pollOn = async () => {
    while (pollsLeft > 0) {
      pollsLeft -= 1;
      await poll(agent, polled);
    }
  };
  await Promise.all(Array.from({ length: connections }, pollOn));
  return (1_000 * (threadSeconds(polled.pid) - before)) / pollsPerRound;
}

/** @throws unless the answer has the expected status */
function poll(agent: Agent, { url, headers, status }: Polled): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers }, (answer) => {
      answer.resume().once('error', reject);
      answer.once('end', () => {
        if (answer.statusCode === status) resolve();
        else reject(new Error(`a poll was answered ${String(answer.statusCode)}`));
      });
    });
    call.once('error', reject).end();
  });
}
