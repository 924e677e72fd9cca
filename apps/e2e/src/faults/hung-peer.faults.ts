import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Api } from '../testing/api.ts';
import { assertSound } from '../testing/assert-sound.ts';
import { registerPatiently } from '../testing/insist.ts';
import type { AppName, Product } from '../testing/product.ts';
import { uploadVideo } from '../testing/send-file.ts';
import { startMicroservices } from '../testing/start-microservices.ts';
import { briefTalk } from '../testing/talk.ts';
import { until } from '../testing/until.ts';
import { Polls, type PollResults } from './hung-peer/polls.ts';

/** Each of them is asked about once in so many polls: who waits for news of a service holds up his own polls alone. */
const people = 40;
const withVideos = 4;
/** Polls a second: as many as this machine, with all that it does beside, serves as promised. */
const rates = [100, 50, 25, 10];
const referencePolls = 300;
const firstPolls = 100;
/** Of so many polls, a minute's at the highest rate, a service that is away so long holds up one in twenty at most. */
const hungPolls = 6_000;
const slowShare = 0.05;
/** Until it is clear that nobody answers, some wait; from then on one second is as the other: a few tell of all. */
const noticingSeconds = 3;
const noticedSeconds = 6;
const normalWithinMs = 180_000;
/** A poll asks two services one after the other, each with a deadline of two seconds; the rest is for a busy machine. */
const answeredWithinMs = 8_000;
/** Who waits for the deadline of a call waits for longer than this. How quick the others are is measured by benchmarks. */
const waitedMs = 1_500;

const peers: readonly AppName[] = ['auth', 'upload', 'chaptering'];

interface Person {
  readonly api: Api;
  /** What their page asks again and again. */
  readonly path: string;
}

describe('a service hangs under polls', () => {
  let product: Product;
  /** Pages with all videos of somebody, and pages with one video, which ask chaptering as well. */
  let lists: Polls;
  let videos: Polls;

  before(async () => {
    product = await startMicroservices();
    lists = new Polls(await Promise.all(Array.from({ length: people }, () => newcomer())));
    videos = new Polls(await Promise.all(Array.from({ length: withVideos }, () => uploader())));
    // The first calls of a process are its slowest.
    for (const polls of [lists, videos]) await polls.run(firstPolls, rates.at(-2)!);
  });
  after(() => product.end());

  for (const name of peers)
    it(`${name}: callers hear so, and nobody waits long; it is over when it is over`, async () => {
      const polls = name === 'chaptering' ? videos : lists;
      const { perSecond, reference } = await chooseRate(polls);
      const peer = product.process(name);
      peer.pause();
      const hung = await polls
        .run((noticingSeconds + noticedSeconds) * perSecond, perSecond)
        .finally(() => peer.resume());
      await until('polls to be answered again', () => polls.areAnswered(), normalWithinMs);
      const told = `${name}, ${String(perSecond)} polls a second; before: ${reference.words}; meanwhile: ${hung.words}`;
      process.stdout.write(`${told}\n`);
      assert.ok(hung.answered < hung.all.length, `nobody noticed: ${told}`);
      assert.ok(hung.percentile(100) <= answeredWithinMs, told);
      // Where the machine is busy with other things, this cannot be quicker than it was before.
      const limitMs = Math.max(waitedMs, 2 * reference.percentile(95));
      const [noticing, noticed] = hung.split(noticingSeconds * perSecond);
      const [first, then] = [noticing.slowerThan(limitMs), noticed.slowerThan(limitMs)];
      const slow = first + (then / noticed.all.length) * (hungPolls - noticing.all.length);
      assert.ok(
        slow <= slowShare * hungPolls,
        `${String(first)} polls were slow, then ${String(then)}: ${told}`,
      );
    });

  it('leaves nothing lost, doubled or lying about', () => assertSound(product));

  /** The highest rate at which all polls are answered while nothing hangs. */
  async function chooseRate(polls: Polls): Promise<{ perSecond: number; reference: PollResults }> {
    let words = '';
    for (const perSecond of rates) {
      const reference = await polls.run(referencePolls, perSecond);
      words = reference.words;
      if (reference.answered === referencePolls) return { perSecond, reference };
      await until('polls to be answered again', () => polls.areAnswered(), normalWithinMs);
    }
    throw new Error(`polls failed before anything hung: ${words}`);
  }

  async function newcomer(): Promise<Person> {
    const api = product.api();
    await registerPatiently(api);
    return { api, path: '/api/muxvideos?view=card' };
  }

  async function uploader(): Promise<Person> {
    const { api } = await newcomer();
    const { session } = await uploadVideo(api, briefTalk(), 'Polled');
    await api.untilReady(session.id);
    return { api, path: `/api/muxvideos/asset/${session.id}` };
  }
});
