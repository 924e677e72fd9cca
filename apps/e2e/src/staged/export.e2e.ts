import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, WatchedPage } from '../testing/browser/browser.ts';
import { readCues } from '../testing/shared/cues.ts';
import type { Product } from '../testing/product/product.ts';
import { sharedProduct } from '../testing/product/shared-product.ts';
import { StagedApi, stagedVideo, succeed } from '../testing/browser/staged-api.ts';

const title = 'Prices: what <b>we</b> learned';
/** Contains markup of WebVTT, HTML and Markdown that exports must escape. */
const spokenLine = 'Test a new price --> every quarter & <ask> nobody.';

const video: VideoRecord = stagedVideo(1, {
  title,
  duration: 3_700,
  description: 'About *prices*.',
  chapters: [
    { start: '00:00:00', title: 'Welcome', summary: 'Who & why.', search: 'Answer', quote: [] },
    {
      start: '00:05:00',
      title: '# Three [numbers](x)',
      summary: 'In one line.',
      search: '',
      quote: [{ quote: spokenLine, timecode: '00:04:58' }, 'Nobody knows when.'],
    },
    { start: '01:00:10', title: 'Questions --> answers', summary: '', search: '', quote: [] },
  ],
  vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nHello &amp; welcome.\n\n01:00:12.250 --> 01:00:14.000\nAny questions?\n',
});

/** Exports of a video, and a pasted list of chapters. The browser does all of it. */
describe('export and paste', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let watched: WatchedPage;
  let staged: StagedApi;

  before(async () => {
    product = await sharedProduct();
    browser = await openBrowser();
    watched = await WatchedPage.openAs({ id: 'staged', token: 'staged' }, browser, product);
    page = watched.page;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    staged = await StagedApi.install(page);
    staged.on('GET /muxvideos/asset/asset-1', succeed(video));
    staged.on('GET /muxvideos/session-1/glossary-proposals', succeed({ proposals: [] }));
    staged.on('PATCH /muxupload/save', (route, { body }) => {
      const { chapters } = body as Pick<VideoRecord, 'chapters'>;
      staged.on('GET /muxvideos/asset/session-1', succeed({ ...video, chapters, version: 2 }));
      return succeed({ version: 2 })(route);
    });
    await page.goto('/asset/asset-1');
  });
  after(() => browser.close());

  async function choose(entry: string): Promise<void> {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  }
  async function download(entry: string, button?: string): Promise<{ name: string; text: string }> {
    const started = page.waitForEvent('download');
    await choose(entry);
    if (button) await page.getByRole('button', { name: button }).click();
    const file = await started;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  }

  it('exports chapters as WebVTT with their time ranges and escaped titles', async () => {
    const { name, text } = await download('WebVTT chapters');
    assert.equal(name, 'Prices what b we b learned - chapters.vtt');
    assert.match(text, /^WEBVTT\n/);
    assert.deepEqual(
      readCues(text).map(({ start, end }) => [start, end]),
      [
        [0, 300],
        [300, 3_610],
        [3_610, 3_700],
      ],
    );
    assert.equal(text.split('-->').length - 1, 3, 'an arrow in a title is escaped');
  });

  it('exports the transcript as WebVTT, SubRip and plain text', async () => {
    const vtt = await download('WebVTT');
    assert.match(vtt.name, / - transcript\.vtt$/);
    assert.deepEqual(readCues(vtt.text), readCues(video.vtt!));
    const srt = await download('SubRip (SRT)');
    assert.match(srt.name, / - transcript\.srt$/);
    const blocks = srt.text.trim().split('\r\n\r\n');
    assert.deepEqual(
      blocks.map((block) => block.split('\r\n')),
      [
        ['1', '00:00:01,000 --> 00:00:03,500', 'Hello & welcome.'],
        ['2', '01:00:12,250 --> 01:00:14,000', 'Any questions?'],
      ],
    );
    const plain = await download('Plain text');
    assert.match(plain.text, /Welcome[^]*Hello & welcome\.[^]*Questions --> answers[^]*Any questions\?/);
    assert.doesNotMatch(plain.text, /00:00:0|&amp;/);
  });

  it('exports show notes as Markdown with escaped text', async () => {
    const { name, text } = await download('Markdown');
    assert.match(name, /show notes\.md$/);
    assert.match(text, /^# Prices: what (\\<b>|&lt;b)/m);
    assert.match(text, /^> .*Test a new price/m);
    assert.doesNotMatch(text, /[^\\]\]\(x\)/);
    assert.match(text, /4:58/);
    await choose('Copy as Markdown');
    await page.getByText('Show notes copied.', { exact: true }).waitFor();
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), text);
  });

  it('exports everything as JSON', async () => {
    const { name, text } = await download('JSON');
    assert.match(name, /\.json$/);
    const everything = JSON.parse(text) as Record<string, unknown>;
    assert.ok(text.includes(spokenLine.replaceAll('"', '\\"')) && text.includes('Hello'));
    assert.ok(Object.keys(everything).length > 3);
  });

  it('checks chapters for YouTube, shows what is wrong, and exports them nevertheless', async () => {
    await choose('Copy for YouTube');
    const dialog = page.getByRole('dialog', { name: 'YouTube would not accept these chapters' });
    await dialog.getByText(/YouTube does not accept < or >/).waitFor();
    await watched.inspectModal('youtube-chapters');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const { text } = await download('Text for YouTube', 'Download anyway');
    assert.deepEqual(text.trim().split('\n').slice(0, 2), ['0:00 Welcome', '5:00 # Three [numbers](x)']);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('sets the chapters from a list of "00:00 Title", with a message for each bad line, and can undo it', async () => {
    const dialog = page.getByRole('dialog', { name: 'Paste chapters' });
    await choose('Paste chapters…');
    const field = dialog.getByRole('textbox');
    const set = dialog.getByRole('button', { name: 'Set chapters' });
    await field.fill('0:00 Hello\nno time here\n5:00\n4:00 Back\n2:00:00 Too late\n0:00 Twice');
    for (const message of [
      'The line must begin with a time. Write it as 5:00 Title.',
      'The title is missing. Write it after the time, as 5:00 Title.',
    ])
      await dialog.getByText(message).waitFor();
    for (const message of [/The video ends at 1:01:40/, /0:00 is already in line 1/])
      await dialog.getByText(message).waitFor();
    await dialog.getByText(/lines to correct before this can be saved/).waitFor();
    assert.equal(await set.getAttribute('aria-disabled'), 'true');
    await watched.inspectModal('paste-chapters');
    await field.fill('- 00:00 Hello\n(5:00) – Numbers\n1:00:10 Questions');
    await set.click();
    await page.getByText('3 chapters set.').waitFor();
    const [saved] = staged.requestsTo('PATCH /muxupload/save');
    const { passthrough, version, chapters } = saved!.body as VideoRecord & { passthrough: string };
    assert.deepEqual([passthrough, version], ['session-1', 1]);
    // A chapter with an unchanged start keeps its other fields.
    assert.deepEqual(
      chapters,
      ['Hello', 'Numbers', 'Questions'].map((name, n) => ({ ...video.chapters[n]!, title: name })),
    );
    await choose('Copy for YouTube');
    await page.getByText('Chapters for YouTube copied.', { exact: true }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.deepEqual(copied.trim().split('\n'), ['0:00 Hello', '5:00 Numbers', '1:00:10 Questions']);
    await choose('Undo pasted chapters');
    await page.getByText('The previous chapters were restored.').waitFor();
    const undone = staged.requestsTo('PATCH /muxupload/save').at(-1)!.body as Pick<VideoRecord, 'chapters'>;
    assert.deepEqual(undone.chapters, video.chapters);
  });

  it('the pages had no errors and sent no request to another origin', () => watched.assertClean());
});
