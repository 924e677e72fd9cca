import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SearchAnswer, VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import { choose, menus } from './testing/browser/menus.ts';
import type { Api } from './testing/api/api.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { silentVideo, talk } from './testing/api/talk.ts';
import type { WatchedPage } from './testing/browser/browser.ts';
import { signedIn } from './testing/browser/signed-in.ts';
import { readCues } from './testing/shared/cues.ts';
import { quoteText } from './testing/shared/quote-text.ts';
import { until } from './testing/shared/until.ts';

/** A word that no recogniser hears. */
const own = 'Zyxwick';
const captionTexts = `[...document.querySelector('video').textTracks]
  .find(({ kind }) => kind === 'captions').cues`;

/** SubRip in Windows-1252, as older tools write it. */
function srtOf(lines: readonly string[], secondsEach: number): Buffer {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const time = (seconds: number) => `00:${two(seconds / 60)}:${two(seconds % 60)},000`;
  const blocks = lines.map((text, at) => {
    const [start, end] = [time(at * secondsEach), time((at + 1) * secondsEach)];
    return `${String(at + 1)}\r\n${start} --> ${end}\r\n${text}\r\n`;
  });
  return Buffer.from(blocks.join('\r\n'), 'latin1');
}

const sentences = [
  `ANNA: The café of ${own} opens every morning at seven, and nobody has to wait for a table.`,
  `ANNA: A second shop of ${own} sells the bread that is left, at half of its price.`,
];

/** With an empty line in a caption, and one caption without a time. */
const oddFile = [
  ...['1', '00:00:01,000 --> 00:00:02,000', 'ANNA: The café', '', 'of Bo', ''],
  ...['2', 'soon --> 00:00:03,000', 'lost', ''],
  ...['3', '00:00:04,000 --> 00:00:05,000', 'BO: A naïve idea, señor', ''],
].join('\r\n');

describe('captions of a file', () => {
  let api: Api;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  before(async () => {
    ({ api, browser, watched, page } = await signedIn());
  });
  after(() => browser.close());

  const panel = () => page.getByRole('region', { name: 'Transcript' });
  const dialog = () => page.getByRole('dialog');
  const chooseFile = (buffer: Buffer) =>
    dialog()
      .locator('input[type=file]')
      .setInputFiles({ name: 'talk.srt', mimeType: 'application/x-subrip', buffer });
  const chapteredWith = (id: string, what: string, isRight: (record: VideoRecord) => boolean) =>
    until(what, async () => {
      const record = await api.video(id);
      return record.state === 'ready' && record.operations.length === 0 && isRight(record) && record;
    });
  const quotesOf = ({ chapters }: VideoRecord) =>
    chapters.flatMap(({ quote }) => quote.map(quoteText)).join(' | ');
  const isFound = async (word: string) => {
    const query = new URLSearchParams({ keyword: word }).toString();
    return (await api.ask<SearchAnswer>('GET', `/api/search?${query}`)).results.length > 0;
  };

  it('replace the recognised ones in panel, player, quotes and search, and are given back', async () => {
    const { session } = await uploadVideo(api, talk(), 'Growing a company');
    const video = await api.untilReady(session.id);
    await page.goto(`/asset/${video.id}`);
    await choose(page, menus.transcript, 'Replace captions…');
    await chooseFile(Buffer.from('1\nsoon --> later\nA\n'));
    await dialog().getByText('“soon” is not a time.').waitFor();
    await watched.inspectModal('captions-wrong');
    await chooseFile(Buffer.from(oddFile, 'latin1'));
    await dialog().getByText('1 line is left out').click();
    await dialog().getByText('“soon” is not a time.').waitFor();
    await dialog().getByText('1 line was repaired').click();
    await dialog().getByText('The empty line above these words was left out.').waitFor();
    const encodings = dialog().getByRole('group', { name: 'Does this look right?' });
    await encodings.getByRole('radio', { name: 'Western European (Windows-1252)' }).press('ArrowDown');
    assert.ok(await encodings.getByRole('radio', { name: 'Central European (Windows-1250)' }).isChecked());
    await dialog().getByRole('list', { name: 'First captions of the file' }).getByText('naďve').waitFor();
    await watched.inspectModal('captions-preview');
    await encodings.getByRole('radio', { name: 'Western European (Windows-1252)' }).check();
    await dialog().getByRole('list', { name: 'First captions of the file' }).getByText('naïve').waitFor();
    await chooseFile(srtOf(sentences, video.duration / sentences.length));
    await dialog().getByText('Speakers: ANNA').waitFor();
    await watched.inspectModal('captions');
    await dialog().getByRole('button', { name: 'Replace captions' }).click();
    await panel().getByText(`The café of ${own} opens`).waitFor();
    const replaced = await chapteredWith(video.id, 'chapters of the file', (record) =>
      quotesOf(record).includes(own),
    );
    assert.equal(replaced.captionsSource, 'upload');
    assert.deepEqual(
      readCues(replaced.vtt ?? '').map(({ text }) => text.replace('<v ANNA>', 'ANNA: ').trim()),
      sentences,
    );
    await until('the search to find the words of the file', () => isFound(own));
    await page.keyboard.press('c');
    await until('the player to show them', () =>
      page.evaluate<boolean>(`[...${captionTexts} ?? []].some(({ text }) => text.includes('${own}'))`),
    );

    await choose(page, menus.transcript, 'Restore the automatic captions');
    await dialog().getByRole('button', { name: 'Restore' }).click();
    await panel()
      .getByText(readCues(video.vtt ?? '')[0]!.text.split('\n')[0]!)
      .first()
      .waitFor();
    const restored = await chapteredWith(
      video.id,
      'the first chapters',
      (record) => !quotesOf(record).includes(own),
    );
    assert.equal(restored.captionsSource, 'host');
    assert.equal(restored.vtt, video.vtt);
    await until('the search to forget the words of the file', async () => !(await isFound(own)));
  });

  it('give chapters to a silent video', async () => {
    const { session } = await uploadVideo(api, silentVideo(), 'Silence');
    const video = await api.untilReady(session.id);
    assert.equal(video.captions, 'unavailable');
    await page.goto(`/asset/${video.id}`);
    await panel().getByRole('button', { name: 'Upload captions' }).click();
    await chooseFile(srtOf(sentences, video.duration / sentences.length));
    await dialog().getByRole('button', { name: 'Use these captions' }).click();
    await panel().getByText(`The café of ${own} opens`).waitFor();
    const captioned = await chapteredWith(video.id, 'chapters of the file', (record) =>
      quotesOf(record).includes(own),
    );
    assert.equal(captioned.captions, 'ready');
    watched.assertClean();
  });
});
