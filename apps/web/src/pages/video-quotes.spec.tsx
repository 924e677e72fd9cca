import { jest } from '@jest/globals';
import type { VideoRecord } from '@vault/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MuxStageProps } from '../components/player/mux-stage.tsx';
import { aVideo } from '../testing/a-video.ts';
import { FakeServer, ok, refusal } from '../testing/fake-server.ts';

// Only a hang ends a test: the machine may be busy.
jest.setTimeout(60_000);
// The real player needs a browser; here a plain media element stands in for it.
jest.unstable_mockModule('../components/player/mux-stage.tsx', () => ({
  MuxStage: ({ onElement, src }: MuxStageProps) => <video ref={onElement} data-testid="media" src={src} />,
}));
const { loadFirst, openPage, signIn } = await import('../testing/open-page.tsx');
loadFirst(
  () => import('../app/signed-in-root.tsx'),
  () => import('./video-page.tsx'),
);

const saveRoute = 'PATCH /muxupload/save';
let server: FakeServer;
let record: VideoRecord;

/** Keeps chapters the way the product does: refused when they have changed since. */
function keep({ body }: { body: unknown }) {
  const { version, ...saved } = body as Partial<VideoRecord>;
  if (version !== record.version) return refusal(409, 'The chapters have changed.');
  record = { ...record, ...saved, version: record.version + 1 };
  return ok(record);
}

beforeEach(() => {
  localStorage.clear();
  signIn();
  HTMLMediaElement.prototype.play = () => Promise.resolve();
  record = aVideo();
  server = new FakeServer()
    .on('POST /auth/check', () => ok({ id: 'u1' }))
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /muxvideos/asset/upload-1', () => ok(record))
    .on('GET /muxvideos/asset/session-1', () => ok(record))
    .on(saveRoute, keep);
});

async function open() {
  openPage('/asset/upload-1');
  const heading = await screen.findByRole('heading', { name: 'Three numbers' });
  return within(heading.closest('li')!);
}
type Row = Awaited<ReturnType<typeof open>>;
const title = (row: Row) => row.getByRole('textbox', { name: 'Title of the chapter at 05:00' });
const expand = (row: Row) => userEvent.click(row.getByRole('button', { name: /^Show details/ }));
async function write(field: HTMLElement, text: string, end = '{Enter}') {
  await userEvent.clear(field);
  await userEvent.paste(text);
  if (end) await userEvent.keyboard(end);
}

const editQuotes = async (row: Row) => {
  await userEvent.click(row.getByRole('button', { name: 'Edit quotes' }));
  return row.getAllByRole('textbox', { name: /^Quote \d/ });
};

test('quotes are lines: a time stays with its place, more lines have none', async () => {
  const row = await open();
  await expand(row);
  const [first] = await editQuotes(row);
  expect(first).toHaveFocus();
  expect(first).toHaveAccessibleName('Quote 1, 00:04:58');
  expect(first).toHaveValue('Three numbers moved.');
  await write(first!, 'Three numbers rose.\nOne did not.', '{Control>}{Enter}{/Control}');
  expect(row.getByRole('button', { name: 'Edit quotes' })).toHaveFocus();
  expect(row.getByText('“Three numbers rose.”')).toBeInTheDocument();
  expect(row.getByText('No time')).toBeInTheDocument();
  await waitFor(() =>
    expect(record.chapters[1]?.quote).toEqual([
      { quote: 'Three numbers rose.', timecode: '00:04:58' },
      'One did not.',
    ]),
  );
});

test('more quotes than a chapter holds are told and not sent', async () => {
  const row = await open();
  await expand(row);
  const [first] = await editQuotes(row);
  const many = Array.from({ length: 21 }, (_, index) => `Line ${index}`).join('\n');
  await write(first!, many, '{Control>}{Enter}{/Control}');
  expect(row.getByRole('alert')).toHaveTextContent('A chapter has at most 20 quotes.');
  expect(first).toBeInvalid();
  expect(row.getByRole('button', { name: 'Save' })).toBeDisabled();
  expect(server.to(saveRoute)).toEqual([]);
});

test('each quote has its field; only Save keeps them, Cancel and Escape put the old ones back', async () => {
  const quote = [{ quote: 'One rose.', timecode: '00:05:01' }, 'One fell.'];
  record = aVideo({ chapters: record.chapters.map((each, n) => (n === 1 ? { ...each, quote } : each)) });
  const row = await open();
  await expand(row);
  const [, second] = await editQuotes(row);
  expect(second).toHaveAccessibleName('Quote 2');
  await write(second!, 'One stood.', '');
  // Elsewhere on the page, with the chapter closed and opened again, it is still being written.
  await userEvent.click(title(row));
  await expand(row);
  await expand(row);
  expect(row.getByRole('textbox', { name: 'Quote 2' })).toHaveValue('One stood.');
  expect(server.to(saveRoute)).toEqual([]);
  await userEvent.click(row.getByRole('button', { name: 'Cancel' }));
  expect(row.getByRole('button', { name: 'Edit quotes' })).toHaveFocus();
  expect(row.getByText('“One fell.”')).toBeInTheDocument();
  await write((await editQuotes(row))[1]!, 'One sank.', '{Escape}');
  expect(row.getByText('“One fell.”')).toBeInTheDocument();
  expect(server.to(saveRoute)).toEqual([]);
  await write((await editQuotes(row))[1]!, 'One sank.', '');
  await userEvent.click(row.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(record.chapters[1]?.quote).toEqual([{ quote: 'One rose.', timecode: '00:05:01' }, 'One sank.']),
  );
});

test('a quote is copied with its source', async () => {
  const writeText = jest.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  const vtt = 'WEBVTT\n\n00:05:00.000 --> 00:05:04.000\n<v Ann>Three numbers moved.\n';
  record = aVideo({ vtt });
  const row = await open();
  await expand(row);
  await userEvent.click(row.getByRole('button', { name: 'Copy this quote' }));
  await screen.findByText('Quote copied, with its source.');
  expect(writeText.mock.calls).toEqual([['“Three numbers moved.”\n— Ann, Retention by cohort, 00:04:58']]);
});
