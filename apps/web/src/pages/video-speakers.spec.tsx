import { jest } from '@jest/globals';
import type { EditTranscriptBody, LibraryJob, RenameEverywhereBody } from '@vault/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import { TranscriptServer } from '../testing/transcript-server.ts';
import { fixture, openVideo } from '../testing/video-fixture.tsx';

const words = ['<v Ann>Welcome.', '<v Ann>Three numbers.', 'They are up.', 'And down.', '<v Bob>Why?'];
const vtt = `WEBVTT\n\n${words.map((text, at) => `00:0${String(at)}:00.000 --> 00:0${String(at)}:04.000\n${text}\n`).join('\n')}`;
let server: TranscriptServer;

beforeEach(() => {
  // The player reads captions with other speakers from such an address.
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
  // A list without a layout shows no lines.
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
  server = new TranscriptServer(aVideo({ vtt }));
  for (const id of ['upload-1', 'session-1'])
    fixture.server.on(`GET /muxvideos/asset/${id}`, () => ok(server.record));
  fixture.server
    .on('GET /muxvideos/session-1/transcript', () =>
      ok({ vtt: server.record.vtt, recognisedVtt: server.recognisedVtt, transcriptVersion: 1 }),
    )
    .on('PATCH /muxvideos/session-1/transcript', async ({ body }) => {
      try {
        return ok(await server.save((body as EditTranscriptBody).changes));
      } catch (error) {
        return refusal((error as { status: number }).status);
      }
    });
});
afterEach(() => jest.restoreAllMocks());

const panel = () => within(screen.getByRole('region', { name: 'Transcript' }));
const lineAt = (time: string) => panel().getByRole('button', { name: new RegExp(`^${time}`) });
const dialog = () => within(screen.getByRole('dialog', { name: /^Who is speaking at/ }));
const speakers = () => server.lines.map(({ speaker = '-' }) => speaker).join(' ');

async function openTranscript(): Promise<void> {
  await openVideo();
  await userEvent.click(screen.getByRole('button', { name: 'Transcript' }));
}

async function askAt(time: string): Promise<HTMLElement> {
  lineAt(time).focus();
  await userEvent.keyboard('s');
  const name = await screen.findByRole('combobox', { name: 'Speaker' });
  expect(name).toHaveFocus();
  return name;
}

test('the speaker stands above the first line of each turn, also where nobody is known', async () => {
  await openTranscript();
  const turns = panel().getAllByTitle(/^Change the speaker at/);
  const names = turns.filter(({ ariaLabel }) => ariaLabel === null).map(({ textContent }) => textContent);
  expect(names).toEqual(['Ann', 'Speaker unknown', 'Bob']);
  expect(lineAt('00:00')).toHaveAccessibleName(/Ann: Welcome\./);
  expect(lineAt('01:00')).not.toHaveAccessibleName(/Ann/);
});

test('a key names the speaker of a turn; the change is saved, undone and redone', async () => {
  await openTranscript();
  await askAt('02:00');
  expect(dialog().getByRole('radio', { name: 'Everything this speaker says here (2 lines)' })).toBeChecked();
  await userEvent.keyboard('  Zoe   Lee {Enter}');
  await waitFor(() => expect(speakers()).toBe('Ann Ann Zoe Lee Zoe Lee Bob'));
  expect(panel().getByText('2 lines assigned to Zoe Lee.')).toBeInTheDocument();
  expect(lineAt('02:00')).toHaveFocus();
  expect(lineAt('02:00')).not.toHaveTextContent('edited');
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(speakers()).toBe('Ann Ann - - Bob'));
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await waitFor(() => expect(speakers()).toBe('Ann Ann Zoe Lee Zoe Lee Bob'));
});

test('names of the video are suggested, and taken by keys or by the pointer', async () => {
  await openTranscript();
  const name = await askAt('02:00');
  const options = () => dialog().getAllByRole('option');
  expect(options().map(({ textContent }) => textContent)).toEqual(['Ann2 lines', 'Bob1 line']);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(name).toHaveAttribute('aria-activedescendant', options()[1]!.id);
  await userEvent.keyboard('{ArrowDown}');
  expect(name).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('n');
  expect(options()).toHaveLength(1);
  await userEvent.click(options()[0]!);
  expect(name).toHaveValue('Ann');
  await userEvent.click(dialog().getByRole('radio', { name: 'This line' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(speakers()).toBe('Ann Ann Ann - Bob'));
});

test('all lines of a speaker get another name; a turn loses its speaker', async () => {
  await openTranscript();
  await userEvent.click(panel().getByRole('button', { name: 'Bob' }));
  await userEvent.clear(await screen.findByRole('combobox', { name: 'Speaker' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
  expect(dialog().getByRole('alert')).toHaveTextContent('Type a name, or clear the speaker.');
  await userEvent.click(dialog().getByRole('button', { name: 'No speaker' }));
  await waitFor(() => expect(speakers()).toBe('Ann Ann - - -'));
  await askAt('03:00');
  await userEvent.keyboard('Ann');
  await userEvent.click(dialog().getByRole('radio', { name: /^From here/ }));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(speakers()).toBe('Ann Ann - Ann Ann'));
  await askAt('03:00');
  await userEvent.keyboard('Anna');
  await userEvent.click(dialog().getByRole('radio', { name: 'All lines of “Ann” in this video (4 lines)' }));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(speakers()).toBe('Anna Anna - Anna Anna'));
});

test('the transcript is narrowed to a speaker, with its keys and its search', async () => {
  await openTranscript();
  await userEvent.selectOptions(panel().getByRole('combobox', { name: 'Lines of' }), 'Bob');
  await waitFor(() => expect(panel().queryByText('Welcome.')).not.toBeInTheDocument());
  expect(panel().getAllByRole('listitem')).toHaveLength(1);
  await userEvent.type(panel().getByRole('searchbox'), 'up');
  expect(await panel().findByText('No match')).toBeInTheDocument();
  await userEvent.clear(panel().getByRole('searchbox'));
  await askAt('04:00');
  await userEvent.keyboard('Ann{Enter}');
  // One speaker is no choice.
  await waitFor(() => expect(panel().queryByRole('combobox', { name: 'Lines of' })).not.toBeInTheDocument());
  expect(panel().getAllByRole('listitem')).toHaveLength(5);
});

test('quotes say who said them, also when they are copied, and are narrowed to a speaker', async () => {
  const quote = [
    { quote: 'Three numbers.', timecode: '00:00:58', speaker: 'Ann' },
    { quote: 'Why?', timecode: '00:03:58', speaker: 'Bob' },
    'Nobody knows.',
  ];
  const chapters = server.record.chapters.map((each, at) => (at === 1 ? { ...each, quote } : each));
  server.record = { ...server.record, chapters };
  await openVideo();
  const writeText = jest.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await userEvent.click(screen.getByRole('button', { name: 'Show details of Three numbers' }));
  const quotes = within(screen.getByRole('group', { name: 'Quotes' }));
  const rows = () => quotes.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows()).toEqual([
    expect.stringContaining('Said by Ann'),
    expect.stringContaining('Said by Bob'),
    expect.not.stringContaining('Said by'),
  ]);
  await userEvent.click(quotes.getAllByRole('button', { name: 'Copy this quote' })[0]!);
  expect(writeText.mock.calls).toEqual([['“Three numbers.”\n— Ann, Retention by cohort, 00:00:58']]);
  await userEvent.selectOptions(panel().getByRole('combobox', { name: 'Lines of' }), 'Bob');
  expect(rows()).toEqual([expect.stringContaining('“Why?”')]);
  expect(quotes.getByText('2 quotes are not by Bob.')).toBeInTheDocument();
});

describe('a speaker gets another name in all videos', () => {
  const route = 'POST /speakers/rename';
  const speakersOf = (videos: readonly string[]) => ({ name: 'Ann', lines: 12, videos });
  const bar = () => within(panel().getByRole('group', { name: 'Name of a speaker in all videos' }));
  let job: LibraryJob | null = null;

  async function renameAnn(to: string): Promise<void> {
    await askAt('00:00');
    await userEvent.keyboard(to);
    await userEvent.click(
      await dialog().findByRole('radio', {
        name: 'All lines of “Ann” in all your videos (12 lines in 3 videos)',
      }),
    );
    await userEvent.keyboard('{Enter}');
  }

  /** As the server does it: all videos, and the words of the one that is shown. */
  function renamed(from: string, to: string, change: Partial<LibraryJob>) {
    const vtt = server.record.vtt!.replaceAll(`<v ${from}>`, `<v ${to}>`);
    const { version, transcriptVersion } = server.record;
    server.record = {
      ...server.record,
      vtt,
      version: version + 1,
      transcriptVersion: transcriptVersion + 1,
    };
    job = {
      ...{ id: `to-${to}`, kind: 'rename', from, to, isUndo: false, isRunning: false },
      ...{ videos: 3, done: 3, conflicts: 0, failed: 0, problem: '', lines: 0 },
      undoUntil: Date.now() / 1_000 + 600,
      ...change,
    };
    return ok(job);
  }

  beforeEach(() => {
    job = null;
    const speakers = [
      speakersOf(['session-1', 'session-2', 'session-3']),
      { name: 'Zoe', lines: 3, videos: ['session-3'] },
    ];
    fixture.server
      .on('GET /search/speakers', () => ok({ speakers }))
      .on('GET /library-job', () => ok(job))
      .on(route, ({ body }) => {
        const { from, to } = body as RenameEverywhereBody;
        return renamed(from, to, {});
      })
      .on('POST /library-job/undo', () => renamed(job!.to, job!.from, { isUndo: true, undoUntil: null }));
  });

  test('after a question, by the server; it is undone', async () => {
    await openTranscript();
    await renameAnn('Anna');
    expect(dialog().getByText('12 lines in 3 videos.', { exact: false })).toBeInTheDocument();
    expect(dialog().getByRole('button', { name: 'Back' })).toHaveFocus();
    await userEvent.click(dialog().getByRole('button', { name: 'Rename in 3 videos' }));
    await panel().findByText('“Ann” is “Anna” in 3 videos. You can undo this for ten minutes.');
    expect(await panel().findByRole('button', { name: 'Anna' })).toBeInTheDocument();
    const videoIds = ['session-1', 'session-2', 'session-3'];
    expect(fixture.server.to(route).map(({ body }) => body)).toEqual([
      { from: 'Ann', to: 'Anna', videoIds, mergedIds: [] },
    ]);
    await userEvent.click(bar().getByRole('button', { name: 'Undo' }));
    expect(await bar().findByText('“Anna” is “Ann” in 3 videos.')).toBeInTheDocument();
    expect(await panel().findByRole('button', { name: 'Ann' })).toBeInTheDocument();
    await userEvent.click(bar().getByRole('button', { name: 'Dismiss' }));
    expect(panel().queryByRole('group', { name: 'Name of a speaker in all videos' })).not.toBeInTheDocument();
  });

  test('a merge of two names is said; what is left is counted', async () => {
    await openTranscript();
    await renameAnn('Zoe');
    expect(dialog().getByText(/^“Zoe” already speaks in 1 video\./)).toBeInTheDocument();
    fixture.server.on(route, () =>
      renamed('Ann', 'Zoe', { done: 2, failed: 1, problem: 'Too many corrections.' }),
    );
    await userEvent.click(dialog().getByRole('button', { name: 'Rename in 3 videos' }));
    await panel().findByText('“Ann” is “Zoe” in 2 videos. 1 video is left. Too many corrections.', {
      exact: false,
    });
    expect(fixture.server.to(route)[0]?.body).toMatchObject({ mergedIds: ['session-3'] });
  });

  test('its progress is shown; another one has to wait', async () => {
    await openTranscript();
    const msg = 'Another change of many videos is running. Wait until it is done.';
    fixture.server.on(route, () => refusal(409, msg));
    await renameAnn('Anna');
    await userEvent.click(dialog().getByRole('button', { name: 'Rename in 3 videos' }));
    expect(await dialog().findByRole('alert')).toHaveTextContent(msg);
    fixture.server.on(route, () => renamed('Ann', 'Anna', { isRunning: true, done: 1, undoUntil: null }));
    await userEvent.click(dialog().getByRole('button', { name: 'Rename in 3 videos' }));
    await panel().findByText('“Ann” becomes “Anna”: video 2 of 3');
    expect(bar().queryByRole('button')).not.toBeInTheDocument();
  });
});
