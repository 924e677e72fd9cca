import { jest } from '@jest/globals';
import type { VideoRecord } from '@vault/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { choose } from '../testing/choose.ts';
import { aVideo } from '../testing/a-video.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { fixture, openVideo } from '../testing/video-fixture.tsx';

const route = '/muxvideos/session-1/captions';
const recognised =
  'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWell come.\n\n00:01:00.000 --> 00:01:04.000\nThree numbers.\n';
const uploaded = 'WEBVTT\n\n00:00:01.000 --> 00:00:05.000\n<v ANNA>Welcome, everybody.\n';
const srt = '1\n00:00:01,000 --> 00:00:05,000\nANNA: Welcome, everybody.\n';
const fileOf = (text: string, name = 'talk.srt') => new File([text], name);
/** The files that the page has made. */
let saved: Blob[];

beforeEach(() => {
  // A list without a layout shows no lines.
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(360);
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  saved = [];
  URL.createObjectURL = (blob) => `blob:${String(saved.push(blob as Blob))}`;
  URL.revokeObjectURL = () => undefined;
  serve(aVideo({ vtt: recognised, captionsTrackId: 't', captionsUrl: '/media/captions.vtt' }));
});
afterEach(() => jest.restoreAllMocks());

/** Other words, as the server answers after a change. */
const change = (more: Partial<VideoRecord>) => {
  const { version, transcriptVersion } = fixture.record;
  fixture.record = {
    ...fixture.record,
    version: version + 1,
    transcriptVersion: transcriptVersion + 1,
    ...more,
  };
  const { vtt: _vtt, ...record } = fixture.record;
  return ok(record);
};

function serve(record: VideoRecord): void {
  fixture.record = record;
  fixture.server
    .on(`PUT ${route}`, () =>
      change({
        vtt: uploaded,
        captions: 'ready',
        captionsReason: '',
        captionsUrl: '',
        captionsSource: 'upload',
        captionsUploadedAt: 1_795_000_000,
      }),
    )
    .on(`DELETE ${route}`, () => {
      const { captionsUploadedAt: _at, ...rest } = fixture.record;
      fixture.record = rest;
      return change({ vtt: recognised, captionsUrl: '/media/captions.vtt', captionsSource: 'host' });
    })
    .on('GET /muxvideos/session-1/transcript', () => {
      const { vtt = '', captionsSource, transcriptVersion } = fixture.record;
      const recognisedVtt = captionsSource === 'upload' ? uploaded : recognised;
      return ok({ vtt, recognisedVtt, transcriptVersion });
    });
}

const panel = () => within(screen.getByRole('region', { name: 'Transcript' }));
const dialog = () => within(screen.getByRole('dialog'));
const picker = () => screen.getByLabelText<HTMLInputElement>('Choose a file', { selector: 'input' });
const textOf = (blob: Blob) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(blob);
  });

async function openTranscript(): Promise<HTMLVideoElement> {
  const media = await openVideo();
  await userEvent.click(screen.getByRole('button', { name: 'Transcript' }));
  return media;
}

const menu = 'More for the transcript';
const chooseCaptions = (entry: string) => choose(menu, entry);

test('a file replaces the captions, and the recognised ones are restored', async () => {
  const media = await openTranscript();
  await chooseCaptions('Replace captions…');
  await screen.findByRole('dialog', { name: 'Replace captions' });
  expect(dialog().queryByRole('button', { name: 'Replace captions' })).not.toBeInTheDocument();
  await userEvent.upload(picker(), fileOf(srt));
  expect(await dialog().findByText('1 caption')).toBeInTheDocument();
  expect(dialog().getByText('Speakers: ANNA')).toBeInTheDocument();
  expect(dialog().getByText(/^They replace the automatic captions, which are kept/)).toBeInTheDocument();
  expect(dialog().queryByText(/will be lost/)).not.toBeInTheDocument();
  await userEvent.click(dialog().getByRole('button', { name: 'Replace captions' }));
  expect(await panel().findByText('Welcome, everybody.')).toBeInTheDocument();
  expect(panel().getByText('ANNA:')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(fixture.server.to(`PUT ${route}`).map(({ body }) => body)).toEqual([{ text: srt }]);
  expect(screen.getByText('The captions were replaced. New chapters are being generated.')).toBeVisible();
  // The player shows them, and no line counts as corrected.
  const url = media.querySelector('track')?.getAttribute('src') ?? '';
  expect(await textOf(saved[Number(url.split(':')[1]) - 1]!)).toContain('Welcome, everybody.');
  await waitFor(() => expect(fixture.server.to('GET /muxvideos/session-1/transcript')).not.toHaveLength(0));
  expect(panel().queryByText('edited')).not.toBeInTheDocument();

  await chooseCaptions('Restore the automatic captions');
  const question = await screen.findByRole('dialog', { name: 'Restore the automatic captions?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Restore' }));
  expect(await panel().findByText('Well come.')).toBeInTheDocument();
  await userEvent.click(panel().getByRole('button', { name: menu }));
  expect(
    await screen.findByText('Captions', { selector: '[data-part=item-group-label]' }),
  ).toBeInTheDocument();
});

test('says why rules wrote the chapters instead of the language model', async () => {
  serve({ ...fixture.record, chaptersOrigin: { language: 'en', method: 'rules', reason: 'too-long' } });
  await openTranscript();
  const sentence = /^Rules wrote these chapters .* takes no text of this length\.$/;
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

test('says that chapters are found by statistics alone, where their language has no rules', async () => {
  const sentence = /^Chapters in this language are found by statistics alone/;
  serve({ ...fixture.record, chaptersOrigin: { language: 'de', method: 'rules' } });
  await openTranscript();
  expect(screen.queryByText(sentence)).not.toBeInTheDocument();
  cleanup();
  serve({ ...fixture.record, chaptersOrigin: { language: 'fr', method: 'statistics' } });
  await openTranscript();
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

test('corrected lines that would be lost are counted, and can be downloaded before', async () => {
  serve(
    aVideo({
      vtt: recognised.replace('Well come.', 'Welcome.'),
      captionsTrackId: 't',
      captionsUrl: '/media/captions.vtt',
      transcriptVersion: 1,
    }),
  );
  await openTranscript();
  await chooseCaptions('Replace captions…');
  await userEvent.upload(picker(), fileOf(srt));
  expect(await dialog().findByText('1 corrected line will be lost.')).toBeInTheDocument();
  saved = [];
  await userEvent.click(dialog().getByRole('button', { name: 'WebVTT' }));
  await userEvent.click(dialog().getByRole('button', { name: 'SRT' }));
  expect(await textOf(saved[0]!)).toMatch(/^WEBVTT\n[^]*Welcome\./);
  expect(await textOf(saved[1]!)).toMatch(/^1\r\n00:00:01,000[^]*Welcome\./);
  await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  expect(fixture.server.to(`PUT ${route}`)).toEqual([]);
  expect(panel().getByText('Welcome.')).toBeInTheDocument();
});

test('a wrong file is described line by line; another one can be dropped', async () => {
  await openTranscript();
  await chooseCaptions('Replace captions…');
  await userEvent.upload(picker(), fileOf('1\nsoon --> later\nA\n\n2\nlate --> never\nB\n'));
  const list = within(await dialog().findByRole('list', { name: 'Wrong lines of the file' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Line 2“soon” is not a time.',
    'Line 6“late” is not a time.',
  ]);
  expect(dialog().getByText(/can be read\. 2 lines are wrong: correct/)).toBeInTheDocument();
  expect(dialog().queryByRole('button', { name: 'Replace captions' })).not.toBeInTheDocument();
  const swapped = '1\n00:00:03,000 --> 00:00:04,000\nB\n\n2\n00:00:01,000 --> 00:00:02,000\nA\n';
  fireEvent.drop(dialog().getByText('Drop the file here'), { dataTransfer: { files: [fileOf(swapped)] } });
  expect(
    await dialog().findByText(/^Line 6: This caption starts before the one above it/),
  ).toBeInTheDocument();
  expect(dialog().queryByRole('list', { name: 'Wrong lines of the file' })).not.toBeInTheDocument();
  expect(dialog().getByRole('button', { name: 'Replace captions' })).toBeInTheDocument();
});

test('the reason of a refusal is shown, with its lines, and the file stays', async () => {
  await openTranscript();
  await chooseCaptions('Replace captions…');
  await userEvent.upload(picker(), fileOf(srt));
  const replace = async () => {
    await userEvent.click(await dialog().findByRole('button', { name: 'Replace captions' }));
  };
  fixture.server.on(`PUT ${route}`, () => refusal(503, 'Please try again in a moment.'));
  await replace();
  expect(await dialog().findByRole('alert')).toHaveTextContent('Please try again in a moment.');
  const problems = [{ line: 2, problem: 'It ends too late.' }];
  fixture.server.on(`PUT ${route}`, () => ({
    status: 400,
    body: { status: 'error', msg: 'Line 2: It ends too late.', problems },
  }));
  await replace();
  expect(await dialog().findByRole('list', { name: 'Wrong lines of the file' })).toHaveTextContent(
    'It ends too late.',
  );
  expect(screen.getByText('Well come.')).toBeInTheDocument();
});

test('a video without captions gets them, and has none to restore', async () => {
  serve(aVideo({ vtt: '', captionsTrackId: '', captions: 'unavailable', captionsReason: 'Nobody speaks.' }));
  await openTranscript();
  expect(panel().getByText('Nobody speaks.')).toBeInTheDocument();
  await userEvent.click(panel().getByRole('button', { name: 'Upload captions' }));
  await screen.findByRole('dialog', { name: 'Upload captions' });
  await userEvent.upload(picker(), fileOf(uploaded, 'talk.vtt'));
  await userEvent.click(await dialog().findByRole('button', { name: 'Use these captions' }));
  expect(await panel().findByText('Welcome, everybody.')).toBeInTheDocument();
  await userEvent.click(await panel().findByRole('button', { name: menu }));
  expect(await screen.findByText('Uploaded captions')).toBeInTheDocument();
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Find and replace…',
    'Mark as reviewed',
    'Replace captions…',
  ]);
});

test('captions that are being made cannot be replaced', async () => {
  serve(aVideo({ vtt: '', captions: 'pending' }));
  await openTranscript();
  expect(panel().queryByRole('button', { name: 'Upload captions' })).not.toBeInTheDocument();
});

test('a video whose captions failed gets them on the page of the failure', async () => {
  const failure = { step: 'captioning', reason: 'The recogniser stopped.', retryable: true } as const;
  serve(aVideo({ state: 'failed', captions: 'pending', chapters: [], vtt: '', failure }));
  openPage('/asset/upload-1');
  await userEvent.click(await screen.findByRole('button', { name: 'Upload captions' }));
  await userEvent.upload(picker(), fileOf(srt));
  await userEvent.click(await dialog().findByRole('button', { name: 'Use these captions' }));
  await waitFor(() => expect(fixture.server.to(`PUT ${route}`)).toHaveLength(1));
});

test('unsaved edits of replaced lines are gone', async () => {
  fixture.server.on('PATCH /muxvideos/session-1/transcript', () => refusal(503, 'Busy.'));
  await openTranscript();
  await choose('More for the line at 00:01', 'Edit the words');
  await userEvent.type(await panel().findByRole('textbox', { name: 'Words at 00:01' }), ' x{Enter}');
  await panel().findByRole('alert');
  await chooseCaptions('Replace captions…');
  await userEvent.upload(picker(), fileOf(srt));
  expect(await dialog().findByText('1 corrected line will be lost.')).toBeInTheDocument();
  await userEvent.click(dialog().getByRole('button', { name: 'Replace captions' }));
  await panel().findByText('Welcome, everybody.');
  expect(panel().queryByRole('alert')).not.toBeInTheDocument();
  expect(panel().queryByRole('button', { name: 'Undo (Ctrl+Z)' })).not.toBeInTheDocument();
  expect(localStorage.getItem('transcript-drafts:session-1')).toBeNull();
});
