import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PortalRecord } from '@vault/contracts';
import { talk } from '../../../e2e/src/testing/api/talk.ts';
import { uploadVideo } from '../../../e2e/src/testing/api/send-file.ts';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { cpuSeconds } from '../measuring/process-cpu.ts';
import { median, medianRatio, quantile } from '../measuring/statistics.ts';
import { pollSteadily } from '../product/poll-steadily.ts';
import { ServedProduct } from '../product/served-product.ts';

const webDir = resolve(import.meta.dirname, '../../../web/dist');
const rounds = sized(9, 1);
const requestsPerRound = sized(400, 10);
const perSecond = sized(300, 20);
const seconds = sized(15, 2);
const connections = 50;
const maxRatio = 2;
const maxP95Ms = 50;
const rendered = sized(200, 5);

/** The page of a video in a portal, compared with a file of the same bytes from the same process. */
export const portalBenchmark: Benchmark = {
  name: 'portal',
  run: async () => {
    const web = mkdtempSync(join(tmpdir(), 'vault-bench-web-'));
    cpSync(webDir, web, { recursive: true });
    const product = await ServedProduct.start({ WEB_DIR: web });
    try {
      const page = await publish(product);
      const text = await (await fetch(page)).text();
      writeFileSync(join(web, 'page.txt'), text);
      return [
        await compare(page, `${product.origin}/page.txt`, text.length),
        await load(page),
        await render(page, product.pid),
      ];
    } finally {
      await product.end();
      rmSync(web, { recursive: true });
    }
  },
};

/** @returns the address of a video in a published portal */
async function publish(product: ServedProduct): Promise<string> {
  const api = product.api();
  await api.register();
  const { session } = await uploadVideo(api, talk(), 'Growing a company');
  await api.untilReady(session.id);
  const body = { name: 'Talks', slug: 'talks' };
  const { id, version } = await api.ask<PortalRecord>('POST', '/api/portals', body);
  await api.ask('PATCH', `/api/portals/${id}`, { version, video_ids: [session.id] });
  await api.ask('POST', `/api/portals/${id}/publication`, { is_published: true });
  return `${product.origin}/p/talks/${session.id}`;
}

async function compare(page: string, file: string, bytes: number): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const p50 = (url: string) => async () => {
    const took: number[] = [];
    for (let sent = 0; sent < requestsPerRound; sent += 1) took.push(await elapsed(() => read(url, agent)));
    return median(took);
  };
  const ways = { page: p50(page), file: p50(file) };
  await interleave(1, ways);
  const figures = await interleave(rounds, ways);
  agent.destroy();
  const ratio = medianRatio(figures.page, figures.file);
  return {
    name: 'page of a portal, p50',
    measured: { value: median(figures.page), unit: 'ms' },
    reference: { value: median(figures.file), unit: 'ms for a file' },
    ratio,
    bound: `≤ ${String(maxRatio)} ×`,
    isMet: ratio <= maxRatio,
    note: `both have ${String(bytes)} bytes, from the same process`,
  };
}

async function load(page: string): Promise<Result> {
  const { tookMs, failures } = await pollSteadily({
    urls: [page],
    token: '',
    perSecond,
    connections,
    seconds,
  });
  const p95 = quantile(tookMs, 0.95);
  return {
    name: `page of a portal p95, ${String(perSecond)}/s`,
    measured: { value: p95, unit: 'ms' },
    bound: `≤ ${String(maxP95Ms)} ms, none fails`,
    isMet: p95 <= maxP95Ms && failures === 0,
    note: `${String(failures)} failed; p50 ${median(tookMs).toFixed(1)} ms`,
  };
}

/** Each address is requested for the first time, so its page is not cached. */
async function render(page: string, pid: number): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const before = cpuSeconds(pid);
  const took: number[] = [];
  for (let sent = 0; sent < rendered; sent += 1)
    took.push(await elapsed(() => read(`${page}?key=bench-${String(sent)}`, agent)));
  agent.destroy();
  const cpuMs = (1_000 * (cpuSeconds(pid) - before)) / rendered;
  return {
    name: 'page of a portal that is not cached, p50',
    measured: { value: median(took), unit: 'ms' },
    note: `${cpuMs.toFixed(1)} ms of processor time, all services included`,
  };
}

/** @throws unless the answer is 200 */
function read(url: string, agent: Agent): Promise<void> {
  return new Promise((done, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume().once('error', reject);
      answer.once('end', () => {
        if (answer.statusCode === 200) done();
        else reject(new Error(`${url} was answered ${String(answer.statusCode)}`));
      });
    }).once('error', reject);
  });
}
