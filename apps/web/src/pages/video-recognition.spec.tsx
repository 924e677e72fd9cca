import { jest } from '@jest/globals';
import type { VideoRecord } from '@vault/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { fixture, openVideo } from '../testing/video-fixture.tsx';

const route = 'POST /muxvideos/session-1/captions';
const recognised = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nHello tea mug.\n';
const corrected = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nHallo Teamug.\n';

beforeEach(() => {
  // A list without a layout shows no lines.
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(360);
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
  URL.createObjectURL = () => 'blob:captions';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => jest.restoreAllMocks());

function serve(change: Partial<VideoRecord>): void {
  fixture.record = aVideo({
    vtt: corrected,
    captionsTrackId: 't',
    canChooseLanguage: true,
    transcriptVersion: 1,
    ...change,
  });
  fixture.server
    .on(route, () => {
      fixture.record = { ...fixture.record, state: 'captioning', progress: 0 };
      fixture.record.detailsVersion += 1;
      return ok(fixture.record);
    })
    .on('GET /muxvideos/session-1/transcript', () =>
      ok({ vtt: fixture.record.vtt, recognisedVtt: recognised, transcriptVersion: 1 }),
    );
}

const panel = () => within(screen.getByRole('region', { name: 'Transcript' }));
const dialog = () => within(screen.getByRole('dialog', { name: 'Transcribe this video again' }));

async function openTranscript(): Promise<HTMLVideoElement> {
  const media = await openVideo();
  await userEvent.click(screen.getByRole('button', { name: 'Transcript' }));
  return media;
}
async function openMenu(): Promise<(string | null)[]> {
  await userEvent.click(panel().getByRole('button', { name: 'More for the transcript' }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
}

test('the words are recognised again in a stated language, after a look at what is lost', async () => {
  serve({});
  await openTranscript();
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Transcribe again…' }));
  expect(await dialog().findByText('1 corrected line will be lost.')).toBeInTheDocument();
  expect(dialog().getByText(/^The current captions stay until the new ones are ready\./)).toBeInTheDocument();
  expect(dialog().getByText('Chapters that nobody has edited are generated again.')).toBeInTheDocument();
  const languages = dialog().getByRole('combobox', { name: 'Language spoken' });
  expect(languages).toHaveDisplayValue('Detect automatically');
  await userEvent.selectOptions(languages, 'German');
  await userEvent.click(dialog().getByRole('button', { name: 'Transcribe again' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(fixture.server.to(route).map(({ body }) => body)).toEqual([{ language: 'de' }]);
  // The words stay until there are others, and the page says what is done.
  expect(await panel().findByText('The video is being transcribed again.')).toBeInTheDocument();
  expect(panel().getByText('Hallo Teamug.')).toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name: 'Transcribing the speech' })).toBeInTheDocument();
  await openMenu();
  expect(screen.getByRole('menuitem', { name: /^Transcribe again…/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('a refusal stays in the dialog, and a failure of the recognition is said beside the words', async () => {
  serve({ captionsReason: 'No speech was found.' });
  fixture.server.on(route, () => refusal(409, 'This video is not ready. Please try again when it is.'));
  await openTranscript();
  expect(
    panel().getByText('The video could not be transcribed again: No speech was found.'),
  ).toBeInTheDocument();
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Transcribe again…' }));
  await userEvent.click(await dialog().findByRole('button', { name: 'Transcribe again' }));
  expect(await dialog().findByText(/^This video is not ready\./)).toBeInTheDocument();
});

test('the player knows the language of the captions', async () => {
  serve({ captionsLanguage: 'de', captionsUrl: '/media/captions.vtt' });
  const media = await openTranscript();
  expect(media.querySelector('track')).toHaveAttribute('srclang', 'de');
});

test('uploaded captions stay in use', async () => {
  serve({ captionsSource: 'upload', captionsUploadedAt: 1_795_000_000 });
  await openTranscript();
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Transcribe again…' }));
  expect(await dialog().findByText(/^The uploaded captions stay in use\./)).toBeInTheDocument();
  expect(dialog().queryByText(/will be lost/)).not.toBeInTheDocument();
});

test('is offered where there are no captions', async () => {
  serve({ vtt: '', captionsTrackId: '', captions: 'unavailable', captionsReason: 'Not in this language.' });
  await openTranscript();
  await userEvent.click(panel().getByRole('button', { name: 'Transcribe again…' }));
  await userEvent.selectOptions(dialog().getByRole('combobox'), 'Detect automatically');
  await userEvent.click(dialog().getByRole('button', { name: 'Transcribe again' }));
  await waitFor(() => {
    expect(fixture.server.to(route).map(({ body }) => body)).toEqual([{ language: 'auto' }]);
  });
});

test('is offered on the page of a failure', async () => {
  const failure = { step: 'captioning', reason: 'The recogniser stopped.', retryable: true } as const;
  serve({ state: 'failed', captions: 'pending', chapters: [], vtt: '', failure });
  openPage('/asset/upload-1');
  await userEvent.click(await screen.findByRole('button', { name: 'Transcribe again…' }));
  expect(dialog().getByText(/^Chapters, quotes and the search will use the new/)).toBeInTheDocument();
});

test('is not offered where only one language is recognised', async () => {
  const { canChooseLanguage: _can, ...video } = aVideo({ vtt: corrected });
  serve({});
  fixture.record = video;
  await openTranscript();
  expect(await openMenu()).toEqual(['Find and replace…', 'Mark as reviewed', 'Replace captions…']);
});
