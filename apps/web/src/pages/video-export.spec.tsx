import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { parseWebVtt } from '@vault/webvtt';
import { clearToasts } from '../components/ui/toasts/toasts.ts';
import { aVideo } from '../testing/a-video.ts';
import { FakeServer, ok, refusal } from '../testing/fake-server.ts';
import { openPage, signIn } from '../testing/open-page.tsx';
import '../testing/fake-player.tsx';

const read = 'GET /muxvideos/asset/upload-1';
const save = 'PATCH /muxupload/save';
const files: { readonly name: string; readonly type: string; readonly blob: Blob }[] = [];
const writeText = jest.fn<(text: string) => Promise<void>>();
let server: FakeServer;
let record = aVideo();

beforeEach(() => {
  localStorage.clear();
  clearToasts();
  signIn();
  files.length = 0;
  writeText.mockReset().mockResolvedValue();
  record = aVideo();
  let last: Blob | undefined;
  URL.createObjectURL = (blob) => {
    last = blob as Blob;
    return 'blob:file';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function click() {
    if (last && this.href === 'blob:file') files.push({ name: this.download, type: last.type, blob: last });
  };
  server = new FakeServer()
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /muxvideos/asset/session-1', () => ok(record))
    .on(read, () => ok(record))
    .on(save, ({ body }) => {
      record = { ...record, ...(body as object), version: record.version + 1 };
      return ok(record);
    });
});

async function openMenu() {
  // The pointer check is off: it does not see that toasts accept pointer events inside a container that does not.
  // A press takes longer than a frame, as by hand: the menu moves the focus in the frame after it.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, delay: 20 });
  // After `setup`, which installs a fake clipboard.
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  openPage('/asset/upload-1');
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  return user;
}
const entry = (name: string) => screen.getByRole('menuitem', { name });
const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(reader.result as string);
    };
    reader.readAsText(blob);
  });

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
      if (index > 0) await user.click(screen.getByRole('button', { name: 'Export' }));
      await user.click(entry(name));
      expect(files[index]).toMatchObject({ name: fileName, type });
      expect(await textOf(files[index]!.blob)).toMatch(words);
      expect(screen.getByText(`${fileName} downloaded.`)).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Export' })).toHaveFocus();
    }
    expect(parseWebVtt(await textOf(files[1]!.blob)).map(({ start, text }) => [start, text])).toEqual([
      [0, 'Welcome'],
      [300, 'Three numbers'],
      [930, 'Questions'],
    ]);
  });

  test('to the clipboard: chapters for YouTube, and show notes', async () => {
    const user = await openMenu();
    await user.click(entry('Copy for YouTube'));
    expect(await screen.findByText('Chapters for YouTube copied.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Export' }));
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
    record = aVideo({ vtt: '', captions: 'unavailable', captionsReason: 'Nobody speaks in this video.' });
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
  record = aVideo({
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
  await waitFor(() => {
    expect(dialog).not.toBeInTheDocument();
  });
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(entry('Text for YouTube'));
  await user.click(screen.getByRole('button', { name: 'Edit the list' }));
  expect(screen.getByRole('textbox', { name: /One chapter per line/ })).toHaveValue(
    '0:04 Welcome\n0:09 a > b',
  );
});

describe('pasting', () => {
  const list = () => screen.getByRole('textbox', { name: /One chapter per line/ });
  const set = () => screen.getByRole('button', { name: 'Set chapters' });
  const bodies = () => server.to(save).map(({ body }) => body);

  async function paste(text: string) {
    const user = await openMenu();
    await user.click(entry('Paste chapters…'));
    expect(list()).toHaveFocus();
    await user.paste(text);
    return user;
  }

  test('a list sets the chapters: a chapter with an existing start keeps its texts, others are empty', async () => {
    const user = await paste('0:00 Hello\n\n[1:00] - Agenda\n5:00 Three numbers\n15:30 Questions');
    const preview = screen.getByRole('group', { name: 'Preview' });
    await waitFor(() => {
      expect(within(preview).getAllByRole('listitem')).toHaveLength(4);
    });
    expect(within(preview).getByText('New')).toBeInTheDocument();
    expect(
      screen.getByText(/^4 chapters\. 3 keep their summary.* 1 starts empty\. No text is lost\.$/),
    ).toBeInTheDocument();
    await user.click(set());
    expect(await screen.findByText('4 chapters set.')).toBeInTheDocument();
    const [welcome, numbers, questions] = aVideo().chapters;
    expect(bodies()).toEqual([
      {
        passthrough: 'session-1',
        version: 1,
        chapters: [
          { ...welcome, title: 'Hello' },
          { start: '00:01:00', title: 'Agenda', summary: '', search: '', quote: [] },
          numbers,
          questions,
        ],
      },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Export' })).toHaveFocus();
  });

  test('asks before texts are lost; one click undoes it', async () => {
    const user = await paste('0:00 Welcome\n6:00 Numbers');
    await user.click(set());
    const question = screen.getByRole('dialog', { name: '2 chapters will be deleted with their texts' });
    expect(
      within(question)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['00:05:00 Three numbers', '00:15:30 Questions']);
    await user.click(within(question).getByRole('button', { name: 'Back to the list' }));
    expect(server.to(save)).toEqual([]);
    await user.click(set());
    await user.click(screen.getByRole('button', { name: 'Set chapters anyway' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The previous chapters were restored.')).toBeInTheDocument();
    expect(bodies()[1]).toEqual({ passthrough: 'session-1', version: 2, chapters: aVideo().chapters });
  });

  test('can be undone from the menu until something else changes', async () => {
    const user = await paste('0:00 Hello\n5:00 Three numbers\n15:30 Questions');
    await user.click(set());
    await screen.findByText('3 chapters set.');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(entry('Undo pasted chapters'));
    await screen.findByText('The previous chapters were restored.');
    expect(bodies()[1]).toEqual({ passthrough: 'session-1', version: 2, chapters: aVideo().chapters });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect(screen.queryByRole('menuitem', { name: 'Undo pasted chapters' })).not.toBeInTheDocument();
  });

  test('an invalid line is reported, selected, and prevents saving', async () => {
    const user = await paste('0:00 Welcome\nfive minutes in\n20:00 The end');
    const preview = await screen.findByRole('group', { name: 'Preview' });
    expect(
      await within(preview).findByText('The line must begin with a time. Write it as 5:00 Title.'),
    ).toBeInTheDocument();
    expect(within(preview).getByText('The end')).toHaveAttribute('dir', 'auto');
    expect(within(preview).getByText(/^The video ends at 20:00\. /)).toBeInTheDocument();
    expect(screen.getByText('2 lines to correct before this can be saved.')).toBeInTheDocument();
    await user.click(set());
    const area = list() as HTMLTextAreaElement;
    expect(area).toHaveFocus();
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('five minutes in');
    await user.click(within(preview).getByRole('button', { name: 'Line 3' }));
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('20:00 The end');
    expect(server.to(save)).toEqual([]);
  });

  test('chapters that changed meanwhile are not overwritten; the list is kept and compared with the new ones', async () => {
    const user = await paste('0:00 Hello\n5:00 Numbers');
    await waitFor(() => {
      expect(screen.getByText(/1 current chapter loses/)).toBeInTheDocument();
    });
    server.on(save, () => refusal(409, 'Somebody else changed these chapters meanwhile.'));
    record = aVideo({ version: 7, chapters: aVideo().chapters.slice(0, 1) });
    await user.click(set());
    await user.click(screen.getByRole('button', { name: 'Set chapters anyway' }));
    expect(await screen.findByText(/^The chapters have changed/)).toBeInTheDocument();
    expect(list()).toHaveValue('0:00 Hello\n5:00 Numbers');
    expect(await screen.findByText(/^2 chapters\. 1 keeps its .* No text is lost\.$/)).toBeInTheDocument();
    server.on(save, () => ok({ ...record, version: 8 }));
    await user.click(set());
    await screen.findByText('2 chapters set.');
    expect(bodies()[1]).toMatchObject({ version: 7 });
  });

  test('a failed save shows the reason and keeps the list', async () => {
    server.on(save, () => refusal(503, 'Chapters cannot be saved just now.'));
    const user = await paste('0:00 Hello\n5:00 Three numbers\n15:30 Questions');
    await user.click(set());
    expect(await screen.findByText('Chapters cannot be saved just now.')).toBeInTheDocument();
    expect(list()).toHaveValue('0:00 Hello\n5:00 Three numbers\n15:30 Questions');
  });

  test('asks before a pasted list is discarded', async () => {
    const user = await paste('0:00 Hello');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(list()).toHaveValue('0:00 Hello');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('the current list can be inserted; without a change nothing is saved', async () => {
    const user = await openMenu();
    await user.click(entry('Paste chapters…'));
    await user.click(screen.getByRole('button', { name: 'Start with the current list' }));
    expect(list()).toHaveValue('0:00 Welcome\n5:00 Three numbers\n15:30 Questions');
    expect(await screen.findByText('These are the current chapters.')).toBeInTheDocument();
    await act(() => user.click(set()));
    expect(server.to(save)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('dialog', { name: 'The list is not saved' })).toBeInTheDocument();
  });
});
