import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { parseWebVtt } from '@vault/webvtt';
import { aVideo } from '../testing/a-video.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import {
  entry,
  exportMenu,
  files,
  fixture,
  openExport,
  openMenu,
  textOf,
  writeText,
} from '../testing/export-fixture.ts';

describe('exporting', () => {
  const kinds = [
    [
      'Text for YouTube',
      'Retention by cohort - YouTube chapters.txt',
      'text/plain;charset=utf-8',
      /^0:00 Welcome\n5:00 /,
    ],
    [
      'WebVTT chapters',
      'Retention by cohort - chapters.vtt',
      'text/vtt;charset=utf-8',
      /^WEBVTT\n\n00:00:00.000 --> /,
    ],
    ['WebVTT', 'Retention by cohort - transcript.vtt', 'text/vtt;charset=utf-8', /Three numbers moved\./],
    [
      'SubRip (SRT)',
      'Retention by cohort - transcript.srt',
      'application/x-subrip;charset=utf-8',
      /^1\r\n00:00:00,000 --> /,
    ],
    [
      'Plain text',
      'Retention by cohort - transcript.txt',
      'text/plain;charset=utf-8',
      /\n\n5:00 Three numbers\n-+\n\nThree /,
    ],
    [
      'Markdown',
      'Retention by cohort - show notes.md',
      'text/markdown;charset=utf-8',
      /^# Retention by cohort\n/,
    ],
    ['JSON', 'Retention by cohort.json', 'application/json', /"format": "webinar-vault-video"/],
  ] as const;

  test('as files with the right name, type and content', async () => {
    const user = await openMenu();
    for (const [index, [name, fileName, type, words]] of kinds.entries()) {
      if (index > 0) await openExport();
      await user.click(entry(name));
      expect(files[index]).toMatchObject({ name: fileName, type });
      expect(await textOf(files[index]!.blob)).toMatch(words);
      expect(screen.getByText(`${fileName} downloaded.`)).toBeInTheDocument();
      expect(screen.getByRole('button', { name: exportMenu })).toHaveFocus();
    }
    expect(parseWebVtt(await textOf(files[1]!.blob)).map(({ start, text }) => [start, text])).toEqual([
      [0, 'Welcome'],
      [300, 'Three numbers'],
      [930, 'Questions'],
    ]);
  });

  test('of one speaker, when the page is narrowed to them', async () => {
    const lines = ['<v Ann>Good day.', '<v Bob>Hello.', '<v Ann>Three numbers.'];
    const cues = lines.map((text, at) => `00:0${String(at)}:00.000 --> 00:0${String(at)}:04.000\n${text}\n`);
    fixture.record = aVideo({ vtt: `WEBVTT\n\n${cues.join('\n')}` });
    const user = await openMenu();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Transcript' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Lines of' }), 'Ann');
    await openExport();
    expect(screen.getByText('Transcript: only Ann')).toBeInTheDocument();
    await user.click(entry('WebVTT'));
    expect(files).toMatchObject([{ name: 'Retention by cohort - Ann - transcript.vtt' }]);
    const words = parseWebVtt(await textOf(files[0]!.blob));
    expect(words.map(({ text, speaker }) => [speaker, text])).toEqual([
      ['Ann', 'Good day.'],
      ['Ann', 'Three numbers.'],
    ]);
  });

  test('as JSON with the recognised words of changed lines; without them there is no file', async () => {
    const vttOf = (text: string) => `WEBVTT\n\n00:00.000 --> 00:04.000\n${text}\n`;
    fixture.record = aVideo({ vtt: vttOf('Piketty'), transcriptVersion: 1 });
    const read = 'GET /muxvideos/session-1/transcript';
    fixture.server.on(read, () => refusal(503, 'Not now.'));
    const user = await openMenu();
    await user.click(entry('JSON'));
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    expect(files).toEqual([]);
    fixture.server.on(read, () =>
      ok({ vtt: fixture.record.vtt, recognisedVtt: vttOf('Pick a tea'), transcriptVersion: 1 }),
    );
    await openExport();
    await user.click(entry('JSON'));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(JSON.parse(await textOf(files[0]!.blob))).toMatchObject({
      version: 2,
      video: { transcript: [{ start: 0, end: 4, text: 'Piketty', recognised: 'Pick a tea' }] },
    });
  });

  test('to the clipboard: chapters for YouTube, and show notes', async () => {
    const user = await openMenu();
    await user.click(entry('Copy for YouTube'));
    expect(await screen.findByText('Chapters for YouTube copied.')).toBeInTheDocument();
    await openExport();
    await user.click(entry('Copy as Markdown'));
    expect(await screen.findByText('Show notes copied.')).toBeInTheDocument();
    expect(writeText.mock.calls.map(([text]) => text.split('\n')[0])).toEqual([
      '0:00 Welcome',
      '# Retention by cohort',
    ]);
  });

  test('a refused copy is reported', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    writeText.mockRejectedValue(new Error('denied'));
    const user = await openMenu();
    await user.click(entry('Copy for YouTube'));
    expect(await screen.findByText(/did not allow copying/)).toBeInTheDocument();
    warn.mockRestore();
  });

  test('without a transcript its entries are disabled with the reason', async () => {
    fixture.record = aVideo({
      vtt: '',
      captions: 'unavailable',
      captionsReason: 'Nobody speaks in this video.',
    });
    const user = await openMenu();
    for (const name of ['WebVTT', 'SubRip (SRT)', 'Plain text']) {
      expect(entry(name)).toHaveAttribute('aria-disabled', 'true');
      expect(entry(name)).toHaveAccessibleDescription('Nobody speaks in this video.');
      await user.click(entry(name));
    }
    expect(files).toEqual([]);
    expect(entry('WebVTT chapters')).not.toHaveAttribute('aria-disabled', 'true');
  });
});

test('what YouTube would reject is listed by line; the list can be copied anyway or edited', async () => {
  fixture.record = aVideo({
    chapters: [
      { start: '00:00:04', title: 'Welcome', summary: '', search: '', quote: [] },
      { start: '00:00:09', title: 'a > b', summary: '', search: '', quote: [] },
    ],
  });
  const user = await openMenu();
  await user.click(entry('Copy for YouTube'));
  const dialog = screen.getByRole('dialog', { name: 'YouTube would not accept these chapters' });
  expect(writeText).not.toHaveBeenCalled();
  const problems = within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(problems).toEqual([
    expect.stringContaining('YouTube requires at least three chapters, and this video has 2.'),
    expect.stringMatching(/^Line 1: 0:04 Welcome.*set its time to 0:00\.$/),
    expect.stringMatching(/^Line 1: 0:04 Welcome.*Lasts 5 seconds\. .* start the next one at 0:14 or later/),
    expect.stringMatching(/^Line 2: 0:09 a > b.*does not accept < or >/),
  ]);
  await user.click(within(dialog).getByRole('button', { name: 'Copy anyway' }));
  expect(writeText.mock.calls).toEqual([['0:04 Welcome\n0:09 a > b\n']]);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await openExport();
  await user.click(entry('Text for YouTube'));
  await user.click(screen.getByRole('button', { name: 'Edit the list' }));
  expect(screen.getByRole('textbox', { name: /One chapter per line/ })).toHaveValue(
    '0:04 Welcome\n0:09 a > b',
  );
});
