import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, WatchedPage } from './testing/browser.ts';
import { readCues } from './testing/cues.ts';
import type { Product } from './testing/product.ts';
import { sharedProduct } from './testing/shared-product.ts';
import { StagedApi, stagedVideo, succeed } from './testing/staged-api.ts';

const title = 'Prices: what <b>we</b> learned';
/** What would end a cue, a list or a heading, were it taken for more than text. */
const said = 'Test a new price --> every quarter & <tell> nobody.';

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
      quote: [{ quote: said, timecode: '00:04:58' }, 'Nobody knows when.'],
    },
    { start: '01:00:10', title: 'Questions --> answers', summary: '', search: '', quote: [] },
  ],
  vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nHello &amp; welcome.\n\n01:00:12.250 --> 01:00:14.000\nAny questions?\n',
});

/** What is taken away from a video, and a list of chapters brought along. All of it is made in the browser. */
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
    staged = await StagedApi.before(page);
    staged.on('GET /muxvideos/asset/asset-1', succeed(video));
    staged.on('PATCH /muxupload/save', (route, { body }) => {
      const { chapters } = body as Pick<VideoRecord, 'chapters'>;
      return succeed({ ...video, chapters, version: 2 }, { chapters })(route);
    });
    await page.goto('/asset/asset-1');
  });
  after(() => browser.close());

  async function choose(entry: string): Promise<void> {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  }
  async function take(entry: string, button?: string): Promise<{ name: string; text: string }> {
    const download = page.waitForEvent('download');
    await choose(entry);
    if (button) await page.getByRole('button', { name: button }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  }

  it('chapters are a file of WebVTT: their spans, and titles that stay text', async () => {
    const { name, text } = await take('WebVTT chapters');
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
    assert.equal(text.split('-->').length - 1, 3, 'an arrow in a title is none of a time');
  });

  it('the transcript is a file of WebVTT, SubRip and plain text', async () => {
    const vtt = await take('WebVTT');
    assert.match(vtt.name, / - transcript\.vtt$/);
    assert.deepEqual(readCues(vtt.text), readCues(video.vtt!));
    const srt = await take('SubRip (SRT)');
    assert.match(srt.name, / - transcript\.srt$/);
    const blocks = srt.text.trim().split('\r\n\r\n');
    assert.deepEqual(
      blocks.map((block) => block.split('\r\n')),
      [
        ['1', '00:00:01,000 --> 00:00:03,500', 'Hello & welcome.'],
        ['2', '01:00:12,250 --> 01:00:14,000', 'Any questions?'],
      ],
    );
    const plain = await take('Plain text');
    assert.match(plain.text, /Welcome[^]*Hello & welcome\.[^]*Questions --> answers[^]*Any questions\?/);
    assert.doesNotMatch(plain.text, /00:00:0|&amp;/);
  });

  it('show notes are Markdown in which all that people wrote is text', async () => {
    const { name, text } = await take('Markdown');
    assert.match(name, /show notes\.md$/);
    assert.match(text, /^# Prices: what (\\<b>|&lt;b)/m);
    assert.match(text, /^> .*Test a new price/m);
    assert.doesNotMatch(text, /^## 5:00 # Three|[^\\]\]\(x\)/m);
    assert.match(text, /4:58/);
    await choose('Copy as Markdown');
    await page.getByText('Show notes copied.', { exact: true }).waitFor();
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), text);
  });

  it('everything is JSON, without the addresses that open media to whoever knows them', async () => {
    const { name, text } = await take('JSON');
    assert.match(name, /\.json$/);
    const everything = JSON.parse(text) as Record<string, unknown>;
    assert.ok(text.includes(said.replaceAll('"', '\\"')) && text.includes('Hello'));
    assert.ok(Object.keys(everything).length > 3);
  });

  it('chapters for YouTube are checked: what is wrong is said, and can be taken as it is', async () => {
    await choose('Copy for YouTube');
    const dialog = page.getByRole('dialog', { name: 'YouTube would not make chapters of this' });
    await dialog.getByText(/YouTube takes no < and no >/).waitFor();
    await watched.inspectModal('youtube-chapters');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const { text } = await take('Text for YouTube', 'Download anyway');
    assert.deepEqual(text.trim().split('\n').slice(0, 2), ['0:00 Welcome', '5:00 # Three [numbers](x)']);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('a list of "00:00 Title" sets the chapters, with a message for each bad line, and can be undone', async () => {
    const dialog = page.getByRole('dialog', { name: 'Paste chapters' });
    await choose('Paste chapters…');
    const field = dialog.getByRole('textbox');
    const set = dialog.getByRole('button', { name: 'Set chapters' });
    await field.fill('0:00 Hello\nno time here\n5:00\n4:00 Back\n2:00:00 Too late\n0:00 Twice');
    for (const message of [
      'There is no time at the front. Write it as 5:00 Title.',
      'There is no title. Write it behind the time, as 5:00 Title.',
    ])
      await dialog.getByText(message).waitFor();
    for (const message of [/The video ends at 1:01:40/, /0:00 already stands in line 1/])
      await dialog.getByText(message).waitFor();
    await dialog.getByText(/lines to mend before this can be saved/).waitFor();
    assert.equal(await set.getAttribute('aria-disabled'), 'true');
    await watched.inspectModal('paste-chapters');
    await field.fill('- 00:00 Hello\n(5:00) – Numbers\n1:00:10 Questions');
    await set.click();
    await page.getByText('3 chapters set.').waitFor();
    const [saved] = staged.to('PATCH /muxupload/save');
    const { passthrough, version, chapters } = saved!.body as VideoRecord & { passthrough: string };
    assert.deepEqual([passthrough, version], ['session-1', 1]);
    // Where a chapter begins as before it keeps what it has.
    assert.deepEqual(
      chapters,
      ['Hello', 'Numbers', 'Questions'].map((name, n) => ({ ...video.chapters[n]!, title: name })),
    );
    await choose('Copy for YouTube');
    await page.getByText('Chapters for YouTube copied.', { exact: true }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.deepEqual(copied.trim().split('\n'), ['0:00 Hello', '5:00 Numbers', '1:00:10 Questions']);
    await choose('Undo pasted chapters');
    await page.getByText('Chapters are as they were.').waitFor();
    const undone = staged.to('PATCH /muxupload/save').at(-1)!.body as Pick<VideoRecord, 'chapters'>;
    assert.deepEqual(undone.chapters, video.chapters);
  });

  it('did all that without an error or a request to somebody else', () => watched.assertClean());
});
