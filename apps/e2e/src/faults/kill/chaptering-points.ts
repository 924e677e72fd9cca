import assert from 'node:assert/strict';
import { checkTokens } from '../../testing/check-tokens.ts';
import { insist } from '../../testing/insist.ts';
import type { Row } from '../../testing/stored-data.ts';
import { until } from '../../testing/until.ts';
import type { Begun, Ground } from './ground.ts';
import { letGo, type Points } from './point.ts';
import { readingVideo } from './reading-video.ts';
import { holdsMail, isAtWork } from './upload-points.ts';

/** Where the last chapter ends, as callers write it. */
const lastChapterEnd = '10:00:00';
/** An end waits for auth, and an account for its ledger. */
const settledWithinMs = 300_000;

export const chapteringPoints: Points = {
  app: 'chaptering',
  points: [
    { when: 'while it hears that the transcript is ready', strike: strikeHearing },
    { when: 'as it takes the job', strike: strikeTaking },
    { when: 'while it reads the transcript', strike: strikeReading },
    { when: 'before the chapters are stored', strike: strikeBeforeResult },
    { when: 'after the chapters are stored, before it is told', strike: strikeAfterResult },
    { when: 'while chapters are asked for again', strike: strikeRegenerating },
    { when: 'while chapters are saved', strike: strikeSaving },
    { when: 'while quotes are written', strike: strikeQuotes },
    { when: 'while it hears that a video is deleted', strike: strikeForgetting },
  ],
};

async function strikeHearing(ground: Ground): Promise<void> {
  const begun = await ground.sendNew();
  await ground.untilState(begun, 'captioning');
  const chaptering = ground.product.process('chaptering');
  chaptering.pause();
  await ground.untilUpload(begun, (video) => video.captionsState !== 'pending' && !holdsMail(video));
  chaptering.resume();
  await ground.strike('chaptering', 100);
  ground.expectReady(begun);
}

async function strikeTaking(ground: Ground): Promise<void> {
  const begun = await readingVideo(ground);
  await ground.untilChapters(begun, isHeld);
  // The same moment comes again right after the start: the lease of the dead one has to run out first.
  await ground.strike('chaptering');
  ground.expectReady(begun);
}

async function strikeReading(ground: Ground): Promise<void> {
  const begun = await readingVideo(ground);
  begun.readOn();
  await ground.strike('chaptering', 10);
  ground.expectReady(begun);
}

/** The job asks for a setting of the user in between: it goes no further while nobody answers. */
async function strikeBeforeResult(ground: Ground): Promise<void> {
  const begun = await readingVideo(ground);
  const auth = ground.product.process('auth');
  auth.pause();
  try {
    begun.readOn();
    await ground.untilChapters(begun, (set) => isHeld(set) && Number(jobOf(set).percent) > 0);
    await ground.product.process('chaptering').kill();
  } finally {
    auth.resume();
  }
  await ground.product.start();
  ground.expectReady(begun);
}

async function strikeAfterResult(ground: Ground): Promise<void> {
  const begun = await readingVideo(ground);
  await ground.servers.kafka.pause();
  try {
    begun.readOn();
    await ground.untilChapters(begun, (set) => !isAtWork(set) && holdsMail(set));
    await ground.product.process('chaptering').kill();
  } finally {
    await ground.servers.kafka.resume();
  }
  await ground.product.start();
  ground.expectReady(begun);
}

async function strikeRegenerating(ground: Ground): Promise<void> {
  const begun = await ground.sharedVideo();
  const before = (await ground.video(begun)).chapters;
  const path = '/api/muxupload/re-generate-chapter';
  const body = { passthrough: begun.id };
  const lost = letGo(begun.api.send('POST', path, { body }));
  await ground.strike('chaptering', 150);
  await lost;
  // Until the lease of the dead one runs out the video is being worked on.
  await insist(begun.api, 'POST', path, { body, again: [409] });
  await ground.untilChapters(begun, (set) => !isAtWork(set));
  assert.deepEqual((await ground.video(begun)).chapters, before);
  ground.expectReady(begun);
}

async function strikeSaving(ground: Ground): Promise<void> {
  const begun = await ground.sharedVideo();
  const { chapters, version } = await ground.video(begun);
  const [first, ...others] = chapters;
  const byHand = { title: 'By hand', summary: 'Typed.', search: 'Typed too.', searchQuotes: 'And this.' };
  const edited = [{ ...first!, ...byHand, quote: [...first!.quote, 'Nobody said so.'] }, ...others];
  const path = '/api/muxupload/save';
  const body = { passthrough: begun.id, chapters: edited, version };
  const lost = letGo(begun.api.send('PATCH', path, { body }));
  await ground.strike('chaptering', 100);
  await lost;
  await insist(begun.api, 'PATCH', path, { body });
  // Whoever heard no answer saves the same once more, and is not told of a conflict with themselves.
  await insist(begun.api, 'PATCH', path, { body });
  const after = await ground.video(begun);
  assert.deepEqual([after.chapters, after.version], [edited, version + 1]);
}

async function strikeQuotes(ground: Ground): Promise<void> {
  const begun = await ground.sharedVideo();
  const path = '/api/muxupload/update-quote';
  const chapter = { start: '00:00:00', end: lastChapterEnd, selIndex: 0 };
  const body = { passthrough: begun.id, ...chapter, newQuotePrompt: 'About prices' };
  const lost = letGo(begun.api.send('POST', path, { body }));
  await ground.strike('chaptering', 300);
  await lost;
  await insist(begun.api, 'POST', path, { body });
  await until('all that was asked for to end', () => isSettled(ground, begun), settledWithinMs);
  const { chapters, operations } = await ground.video(begun);
  assert.ok(chapters[0]!.quote.length > 0);
  assert.deepEqual(operations, []);
}

/** All that was written for a video has ended, and each was paid for once. */
async function isSettled({ product }: Ground, { api, id }: Begun): Promise<boolean> {
  const stored = product.stored();
  const [{ operations = [] }, { token_accounts: accounts = [], ledger_entries: ledger = [] }] =
    await Promise.all([stored.documents('chaptering'), stored.documents('auth')]);
  const own = operations.filter(({ videoId }) => videoId === id);
  const ofOwner = accounts.filter(({ _id }) => _id === api.user!.id);
  const faults = checkTokens({ operations: own, accounts: ofOwner, ledger });
  return own.every(({ state }) => state !== 'queued') && ofOwner.length === 1 && faults.length === 0;
}

async function strikeForgetting(ground: Ground): Promise<void> {
  const { api, id } = await ground.readyVideo();
  const chaptering = ground.product.process('chaptering');
  chaptering.pause();
  try {
    await insist(api, 'DELETE', `/api/muxvideos/${id}`, { alsoFine: [404] });
  } finally {
    chaptering.resume();
  }
  await ground.strike('chaptering', 100);
  await ground.untilChapters({ api, id }, ({ deletedAt }) => Boolean(deletedAt));
}

function jobOf(set: Row): Row {
  return ((set.jobs ?? {}) as { chapters?: Row }).chapters ?? {};
}

function isHeld(set: Row): boolean {
  return jobOf(set).state === 'running';
}
