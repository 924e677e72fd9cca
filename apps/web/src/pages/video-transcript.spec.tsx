import { jest } from '@jest/globals';
import type { EditTranscriptBody, ReviewTranscriptBody } from '@vault/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { choose } from '../testing/choose.ts';
import { aVideo } from '../testing/a-video.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import { TranscriptServer } from '../testing/transcript-server.ts';
import { fixture, openVideo } from '../testing/video-fixture.tsx';

const { LineActions } = await import('../features/transcript/components/line-actions.tsx');
type ActionsProps = Parameters<typeof LineActions>[0];
/** The starts of the lines that were rendered, one for each time. */
let rendered: number[] = [];
jest.unstable_mockModule('../features/transcript/components/line-actions.tsx', () => ({
  LineActions: (props: ActionsProps) => {
    rendered.push(props.cue.start);
    return <LineActions {...props} />;
  },
}));

const saveRoute = 'PATCH /muxvideos/session-1/transcript';
let server: TranscriptServer;
/** The texts of the blobs that the page has made. */
let captions: Map<string, Blob>;

const words = ['Welcome everybody.', 'Three numbers moved.', 'The numbers are up.'];
const vttOf = (texts: readonly string[]) =>
  `WEBVTT\n\n${texts.map((text, at) => `00:0${String(at)}:00.000 --> 00:0${String(at)}:04.000\n${text}\n`).join('\n')}`;

function serve(record = aVideo({ vtt: vttOf(words), captionsUrl: '/media/captions.vtt' })): void {
  server = new TranscriptServer(record);
  for (const id of ['upload-1', 'session-1'])
    fixture.server.on(`GET /muxvideos/asset/${id}`, () => ok(server.record));
  fixture.server
    .on(saveRoute, async ({ body }) => {
      try {
        return ok(await server.save((body as EditTranscriptBody).changes));
      } catch (error) {
        const { status, data } = error as { status: number; data?: { msg?: string } };
        return refusal(status, data?.msg);
      }
    })
    .on('GET /muxvideos/session-1/transcript', () =>
      ok({ vtt: server.record.vtt, recognisedVtt: server.recognisedVtt, transcriptVersion: 1 }),
    )
    .on('PUT /muxvideos/session-1/transcript/review', ({ body }) => {
      const { isReviewed } = body as ReviewTranscriptBody;
      const { transcriptReviewed: _, ...record } = server.record;
      const reviewed = isReviewed ? { transcriptReviewed: { at: 1_795_780_800, by: 'u1' } } : {};
      server.record = { ...record, ...reviewed, version: record.version + 1 };
      return ok(server.record);
    });
}

beforeEach(() => {
  // A list without a layout shows no lines.
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(360);
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
  captions = new Map();
  URL.createObjectURL = (blob) => {
    const url = `blob:${String(captions.size)}`;
    captions.set(url, blob as Blob);
    return url;
  };
  URL.revokeObjectURL = () => undefined;
  serve();
});
afterEach(() => jest.restoreAllMocks());

const panel = () => within(screen.getByRole('region', { name: 'Transcript' }));
const lineAt = (time: string) => panel().getByRole('button', { name: new RegExp(`^${time}`) });
const fieldAt = (time: string) => panel().findByRole('textbox', { name: `Words at ${time}` });

async function openTranscript(): Promise<HTMLVideoElement> {
  const media = await openVideo();
  await userEvent.click(screen.getByRole('button', { name: 'Transcript' }));
  return media;
}

test('lines are edited by keyboard: Enter edits, Enter saves and goes on, Escape leaves', async () => {
  await openTranscript();
  lineAt('01:00').focus();
  await userEvent.keyboard('{Enter}');
  const field = await fieldAt('01:00');
  expect(field).toHaveFocus();
  await userEvent.clear(field);
  await userEvent.type(field, 'Four numbers moved.{Enter}');
  const next = await fieldAt('02:00');
  expect(next).toHaveFocus();
  await userEvent.type(next, 'But {Escape}');
  expect(screen.queryByRole('textbox', { name: /^Words at/ })).not.toBeInTheDocument();
  await waitFor(() => expect(lineAt('02:00')).toHaveFocus());
  await waitFor(() => expect(server.texts).toEqual([words[0], 'Four numbers moved.', words[2]]));
  expect(lineAt('01:00')).toHaveTextContent('Four numbers moved. edited');
  expect(lineAt('02:00')).not.toHaveTextContent('edited');
  expect(await panel().findByText('Saved')).toBeInTheDocument();
});

test('the player shows the corrected words at once', async () => {
  const media = await openTranscript();
  expect(media.querySelector('track')?.getAttribute('src')).toBe('/media/captions.vtt');
  await userEvent.dblClick(lineAt('01:00'));
  const field = await fieldAt('01:00');
  await userEvent.clear(field);
  await userEvent.type(field, 'Four numbers moved.{Enter}');
  const url = media.querySelector('track')?.getAttribute('src') ?? '';
  const reader = new FileReader();
  reader.readAsText(captions.get(url)!);
  await waitFor(() => expect(reader.result).toContain('Four numbers moved.'));
});

test('a double click edits the line of its first press, though that press moves the lines', async () => {
  await openTranscript();
  fireEvent.mouseDown(lineAt('01:00'), { detail: 1 });
  fireEvent.click(lineAt('02:00'), { detail: 2 });
  fireEvent.doubleClick(lineAt('02:00'));
  await fieldAt('01:00');
});

test('the menu and the tools do the same by pointer', async () => {
  await openTranscript();
  await choose('More for the line at 00:00', 'Edit the words');
  const tools = () => within(panel().getByRole('group', { name: 'Tools of the line' }));
  await userEvent.click(tools().getByRole('button', { name: 'Join' }));
  expect(await fieldAt('00:00')).toHaveValue('Welcome everybody. Three numbers moved.');
  await userEvent.click(tools().getByRole('button', { name: 'Split' }));
  await fieldAt('00:31');
  await userEvent.click(tools().getByRole('button', { name: 'Original words' }));
  await userEvent.click(tools().getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(server.texts).toEqual(words));
  expect(server.saves.length).toBeGreaterThan(0);
  await userEvent.click(panel().getByRole('button', { name: 'Undo (Ctrl+Z)' }));
  await waitFor(() => expect(server.texts).toHaveLength(4 - 1));
});

test('a press elsewhere saves the line', async () => {
  await openTranscript();
  await choose('More for the line at 00:00', 'Edit the words');
  await userEvent.type(await fieldAt('00:00'), 'Hello. ', { initialSelectionStart: 0 });
  await userEvent.click(screen.getByRole('heading', { level: 1 }));
  await waitFor(() => expect(server.texts[0]).toBe('Hello. Welcome everybody.'));
  expect(screen.queryByRole('textbox', { name: /^Words at/ })).not.toBeInTheDocument();
});

test('typing renders no line, and an edit renders its own line', async () => {
  const many = Array.from({ length: 10 }, (_, at) => `Line ${String(at)}.`);
  serve(aVideo({ vtt: vttOf(many) }));
  await openTranscript();
  lineAt('03:00').focus();
  await userEvent.keyboard('{F2}');
  const field = await fieldAt('03:00');
  rendered = [];
  await userEvent.type(field, ' and more');
  expect(rendered).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(server.texts[3]).toContain('and more'));
  await panel().findByText('Saved');
  expect(new Set(rendered)).toEqual(new Set([180]));
});

test('two changes of one line: the user chooses, and other lines merge', async () => {
  await openTranscript();
  server.change(0, 'Welcome, all.');
  server.change(1, 'Vier Zahlen.');
  lineAt('01:00').focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.type(await fieldAt('01:00'), 'Then {Enter}', { initialSelectionStart: 0 });
  const dialog = within(await screen.findByRole('dialog', { name: 'Changed in two places' }));
  expect(dialog.getByText('Vier Zahlen.')).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('radio', { name: /^Yours/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Keep my choice' }));
  await waitFor(() => {
    expect(server.texts).toEqual(['Welcome, all.', 'Then Three numbers moved.', words[2]]);
  });
});

test('a save that fails is reported with the reason, and repeated', async () => {
  await openTranscript();
  server.failures.push({ status: 503, data: { msg: 'The server is busy.' } });
  lineAt('01:00').focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.type(await fieldAt('01:00'), 'x{Enter}');
  const alert = await panel().findByRole('alert');
  expect(alert).toHaveTextContent('1 change to the transcript, kept only on this page. The server is busy.');
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(server.texts[1]).toContain('x'));
});

test('words are replaced in the chosen places, as one step', async () => {
  await openTranscript();
  await choose('More for the transcript', 'Find and replace…');
  await userEvent.type(panel().getByRole('searchbox'), 'numbers');
  await userEvent.type(panel().getByRole('textbox', { name: 'Replace by' }), 'figures');
  const places = () => within(panel().getByRole('list', { name: 'Places to replace' }));
  await waitFor(() => expect(places().getAllByRole('listitem')).toHaveLength(2));
  expect(places().getAllByText('figures')).toHaveLength(2);
  await userEvent.click(panel().getByRole('checkbox', { name: 'Replace “numbers” at 02:00' }));
  await userEvent.click(panel().getByRole('button', { name: 'Replace 1 of 2' }));
  await waitFor(() => expect(server.texts).toEqual([words[0], 'Three figures moved.', words[2]]));
  expect(await screen.findByText('Replaced 1 of 2.')).toBeInTheDocument();
  // The new words are shown, not that the old ones are gone.
  expect(panel().getByRole('searchbox')).toHaveValue('figures');
  expect(await panel().findByText('1 of 1')).toBeInTheDocument();
  lineAt('00:00').focus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(server.texts).toEqual(words));
});

test('the transcript is marked as reviewed, and the review is withdrawn', async () => {
  await openTranscript();
  const menu = 'More for the transcript';
  await choose(menu, 'Mark as reviewed');
  expect(await panel().findByText(/^Reviewed by you on 27 Nov 2026/)).toBeInTheDocument();
  await choose(menu, 'Remove the “Reviewed” mark');
  await waitFor(() => expect(panel().queryByText(/^Reviewed/)).not.toBeInTheDocument());
});

test('texts that follow the transcript say so', async () => {
  const { chapters } = aVideo();
  const followed = ['title', 'summary', 'quotes'] as const;
  serve(
    aVideo({
      summaryFollowed: true,
      summary: 'Four numbers.',
      chapters: chapters.map((each, at) => (at === 1 ? { ...each, followed: [...followed] } : each)),
    }),
  );
  await openVideo();
  await userEvent.click(screen.getByRole('button', { name: 'Show the summary of the video' }));
  expect(screen.getAllByRole('button', { name: 'Follows the transcript' })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Expand all' }));
  const notes = screen.getAllByRole('button', { name: 'Follows the transcript' });
  expect(notes).toHaveLength(4);
  expect(notes[0]).toHaveAccessibleDescription(/^A word in the transcript was corrected/);
});

test('a selection stays when its lines are scrolled out of the view, and is copied whole', async () => {
  const many = Array.from({ length: 60 }, (_, at) => `Line ${String(at)}.`);
  const starts = many.map((_, at) => `00:${String(at).padStart(2, '0')}:00.000`);
  const cues = many.map((text, at) => `${starts[at]!} --> ${starts[at]!.slice(0, 6)}04.000\n${text}\n`);
  serve(aVideo({ vtt: `WEBVTT\n\n${cues.join('\n')}` }));
  await openTranscript();
  const line = lineAt('00:00');
  line.focus();
  await userEvent.keyboard('{Shift>}{ArrowDown}{End}{/Shift}');
  await waitFor(() => expect(lineAt('59:00')).toHaveFocus());
  fireEvent(document, new Event('selectionchange'));
  expect(await panel().findByText('3544.0 s')).toBeInTheDocument();
  const list = line.closest('ol')!.parentElement!;
  list.scrollTop = 1000;
  fireEvent.scroll(list);
  await waitFor(() => expect(panel().queryByRole('button', { name: /^01:00/ })).not.toBeInTheDocument());
  fireEvent(document, new Event('selectionchange'));
  expect(line).toBeInTheDocument();
  expect(panel().getByRole('button', { name: 'Clip these words' })).toBeInTheDocument();
  const setData = jest.fn();
  fireEvent.copy(list, { clipboardData: { setData } });
  expect(setData.mock.calls).toEqual([['text/plain', many.join('\n')]]);
});

test('a word that an input method composes is not taken for a command', async () => {
  await openTranscript();
  lineAt('01:00').focus();
  await userEvent.keyboard('{Enter}');
  const field = await fieldAt('01:00');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(field).toHaveFocus();
  fireEvent.compositionEnd(field);
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.keyUp(field, { key: 'Enter' });
  expect(field).toHaveFocus();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(await fieldAt('02:00')).toHaveFocus();
});
