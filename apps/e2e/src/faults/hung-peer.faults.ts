import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Api } from '../testing/api/api.ts';
import { assertConsistent } from '../testing/product/assert-consistent.ts';
import { registerWithRetry } from '../testing/api/send-with-retry.ts';
import type { AppName, Product } from '../testing/product/product.ts';
import { uploadVideo } from '../testing/api/send-file.ts';
import { startMicroservices } from '../testing/product/start-microservices.ts';
import { briefTalk } from '../testing/api/talk.ts';
import { until } from '../testing/shared/until.ts';
import { Polls, type PollResults } from './hung-peer/polls.ts';

/** Number of users whose lists are polled in turn. A slow answer delays only the polls of its own user. */
const users = 40;
const withVideos = 4;
/** Polls per second, from which the highest one that this machine serves is chosen. */
const rates = [100, 50, 25, 10];
const referencePolls = 300;
const firstPolls = 100;
/** The requirement: of the polls of one minute at the highest rate, at most one in twenty is slow. */
const hungPolls = 6_000;
const maxSlowShare = 0.05;
/** Polls wait for deadlines until the circuit breaker opens. After that all seconds are alike, so a few are measured. */
const detectionSeconds = 3;
const detectedSeconds = 6;
const recoveryTimeoutMs = 180_000;
/** A poll calls two services in sequence, each with a deadline of two seconds; the rest is for a busy machine. */
const maxAnswerMs = 8_000;
/** A poll that waits for the deadline of a call takes longer than this. Benchmarks measure the times of the others. */
const slowMs = 1_500;

const peers: readonly AppName[] = ['auth', 'upload', 'chaptering'];

interface PollTarget {
  readonly api: Api;
  /** The route that an open page polls. */
  readonly path: string;
}

describe('a service hangs under polls', () => {
  let product: Product;
  /** Pages with the videos of a user, and pages with one video, which also call chaptering. */
  let lists: Polls;
  let videos: Polls;

  before(async () => {
    product = await startMicroservices();
    lists = new Polls(await Promise.all(Array.from({ length: users }, () => newUser())));
    videos = new Polls(await Promise.all(Array.from({ length: withVideos }, () => uploader())));
    // The first calls of a process are slow.
    for (const polls of [lists, videos]) await polls.run(firstPolls, rates.at(-2)!);
  });
  after(() => product.end());

  for (const name of peers)
    it(`${name}: callers get errors without long waits, and answers again after it resumes`, async () => {
      const polls = name === 'chaptering' ? videos : lists;
      const { perSecond, reference } = await chooseRate(polls);
      const peer = product.process(name);
      peer.pause();
      const hung = await polls
        .run((detectionSeconds + detectedSeconds) * perSecond, perSecond)
        .finally(() => peer.resume());
      await until('polls to be answered again', () => polls.areAnswered(), recoveryTimeoutMs);
      const summary = `${name}, ${String(perSecond)} polls a second; before: ${reference.summary}; meanwhile: ${hung.summary}`;
      process.stdout.write(`${summary}\n`);
      assert.ok(hung.answered < hung.all.length, `no poll failed: ${summary}`);
      assert.ok(hung.percentile(100) <= maxAnswerMs, summary);
      // On a busy machine polls are slower even while nothing hangs.
      const limitMs = Math.max(slowMs, 2 * reference.percentile(95));
      const [detection, detected] = hung.split(detectionSeconds * perSecond);
      const [first, then] = [detection.slowerThan(limitMs), detected.slowerThan(limitMs)];
      const slow = first + (then / detected.all.length) * (hungPolls - detection.all.length);
      assert.ok(
        slow <= maxSlowShare * hungPolls,
        `${String(first)} polls were slow, then ${String(then)}: ${summary}`,
      );
    });

  it('leaves the stores consistent', () => assertConsistent(product));

  /** The highest rate at which all polls are answered while nothing hangs. */
  async function chooseRate(polls: Polls): Promise<{ perSecond: number; reference: PollResults }> {
    let summary = '';
    for (const perSecond of rates) {
      const reference = await polls.run(referencePolls, perSecond);
      summary = reference.summary;
      if (reference.answered === referencePolls) return { perSecond, reference };
      await until('polls to be answered again', () => polls.areAnswered(), recoveryTimeoutMs);
    }
    throw new Error(`polls failed although no process hangs: ${summary}`);
  }

  async function newUser(): Promise<PollTarget> {
    const api = product.api();
    await registerWithRetry(api);
    return { api, path: '/api/muxvideos?view=card' };
  }

  async function uploader(): Promise<PollTarget> {
    const { api } = await newUser();
    const { session } = await uploadVideo(api, briefTalk(), 'Polled');
    await api.untilReady(session.id);
    return { api, path: `/api/muxvideos/asset/${session.id}` };
  }
});
