import { jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { formatWebVtt } from '@vault/webvtt';
import { Provider } from 'react-redux';
import { createStore } from '../../../app/store.ts';
import { Playback } from '../../../components/player/playback.ts';
import { Toaster } from '../../../components/ui/toasts/toaster.tsx';
import { aVideo } from '../../../testing/a-video.ts';
import { FakeServer, ok, refusal } from '../../../testing/fake-server.ts';
import { playAt } from '../../../testing/fake-player.tsx';
import { show } from '../../../testing/show.tsx';
import { ClipDialog } from './clip-dialog.tsx';
import type { ClipRequest } from './clip-dialog.tsx';

const cues = [
  { start: 10, end: 12, text: 'Good morning.' },
  { start: 14, end: 16, text: 'And welcome.' },
];
const video = aVideo({
  id: 'v',
  duration: 1200,
  vtt: formatWebVtt(cues),
  thumbnail: '/media/p/thumbnail.jpg?time=3',
  contents: [{ kind: 'picture', language: '', title: '', isUsed: true, width: 1280, height: 720 }],
});
const media = document.createElement('video');
Object.defineProperty(media, 'readyState', { value: 1 });
const playback = new Playback();
const onCut = jest.fn();
let server: FakeServer;

function open(request: ClipRequest = {}, canChangePicture = true) {
  media.play = jest.fn(() => Promise.resolve());
  media.pause = jest.fn();
  playback.attach(media);
  playAt(media, 0);
  onCut.mockReset();
  server = new FakeServer()
    .on('GET /muxvideos/v/clips', () => ok({ clips: [], canChangePicture }))
    .on('GET /muxvideos/v/transcript', () =>
      ok({ vtt: formatWebVtt(cues), recognisedVtt: '', transcriptVersion: 0 }),
    )
    .on('POST /muxupload/video-cut', () => ok('/media/clip/highest.mp4'))
    .on('HEAD /media/clip/highest.mp4', () => ({ status: 404, body: '' }))
    .on('POST /muxvideos/v/clips', ({ body }) =>
      ok({ ...(body as object), id: 'c', state: 'making', progress: 0, createdAt: 1 }),
    );
  show(
    <Provider store={createStore()}>
      <ClipDialog
        video={video}
        request={request}
        playback={playback}
        toast={{ durationMs: 3000 }}
        onCut={onCut}
        onClose={() => undefined}
      />
      <Toaster />
    </Provider>,
  );
}
const words = { words: { from: 14, to: 16 } };
const cueIn = () => screen.getByRole('textbox', { name: 'Cue in' });
const cueOut = () => screen.getByRole('textbox', { name: 'Cue out' });
const cut = () => userEvent.click(screen.getByRole('button', { name: 'Cut clip' }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const cuts = () => server.to('POST /muxupload/video-cut').map(({ body }) => body);
const clips = () => server.to('POST /muxvideos/v/clips').map(({ body }) => body);
const select = (name: string) => screen.getByRole('combobox', { name });
async function choose(timeIn: string, timeOut: string) {
  await userEvent.clear(cueIn());
  if (timeIn) await userEvent.type(cueIn(), timeIn);
  await userEvent.clear(cueOut());
  if (timeOut) await userEvent.type(cueOut(), timeOut);
}

test('says what is wrong with the times, and cuts nothing', async () => {
  open();
  for (const [timeIn, timeOut, message] of [
    ['000010', '', 'Both timeIn and timeOut must be valid times in HH:MM:SS format.'],
    ['000010', '000010', 'timeIn must be earlier than timeOut.'],
    ['000010', '002000', 'timeOut must be earlier than video duration(1200s).'],
  ] as const) {
    await choose(timeIn, timeOut);
    await cut();
    expect(screen.getByRole('alert')).toHaveTextContent(message);
    expect(cueIn()).toHaveFocus();
    expect(cueIn()).toHaveAccessibleDescription(message);
  }
  expect([...cuts(), ...clips()]).toEqual([]);
});

test('cuts whole seconds once, and stays open with the clips of the video', async () => {
  open();
  let answer: (made: { body: unknown }) => void = () => undefined;
  server.on('POST /muxupload/video-cut', () => new Promise((resolve) => (answer = resolve)));
  await choose('000010', '000130');
  expect(screen.getByText('The clip is 01:20 long.')).toBeInTheDocument();
  await cut();
  await press('Continue in the background');
  await press('Cutting…');
  expect(cuts()).toEqual([{ passthrough: 'asset-1', timeIn: '00:00:10', timeOut: '00:01:30' }]);
  answer(ok('/media/clip/highest.mp4'));
  expect(await screen.findByText(/^Video clip successful/)).toBeInTheDocument();
  expect(onCut).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button', { name: 'Cut clip' })).toBeEnabled();
  expect(screen.getByRole('region', { name: 'Clips of this video' })).toBeInTheDocument();
});

test('each time can be taken from the player', async () => {
  open();
  playAt(media, 61.8);
  await press('Cue in: use current time');
  playAt(media, 125);
  await press('Cue out: use current time');
  await cut();
  expect(cuts()).toMatchObject([{ timeIn: '00:01:01', timeOut: '00:02:05' }]);
});

test('a valid span is drawn on the strip in proportion', async () => {
  open();
  expect(screen.queryByTestId('marked-span')).not.toBeInTheDocument();
  await choose('000500', '001500');
  expect(screen.getByTestId('marked-span')).toHaveStyle({ left: '25%', width: '50%' });
});

test('begins and ends near words, and moves by tenths of a second that are heard', async () => {
  open(words);
  const playSpan = jest.spyOn(playback, 'playSpan').mockReturnValue(undefined);
  expect(screen.getByText('The clip is 2.5 s long.')).toBeInTheDocument();
  expect(screen.getAllByText('And welcome.')).toHaveLength(2);
  await press('Cue in 0.1 s later');
  expect(playSpan).toHaveBeenLastCalledWith({ from: 13.85, to: expect.closeTo(15.05, 3) as number });
  await press('Cue out 0.1 s earlier');
  expect(playSpan).toHaveBeenLastCalledWith({ from: expect.closeTo(14.95, 3) as number, to: 16.15 });
  await cut();
  expect(clips()).toEqual([
    { from: 13.85, to: 16.15, frame: 'recorded', centre: 0.5, fit: 'crop', captions: 'none' },
  ]);
  playSpan.mockRestore();
});

test('has the times of its words once they are known, until an end is moved', async () => {
  open(words);
  const timed = [cues[0]!, { ...cues[1]!, wordStarts: [14.5, 15.2] }];
  server.on('GET /muxvideos/v/transcript', () =>
    ok({ vtt: formatWebVtt(timed), recognisedVtt: '', transcriptVersion: 0 }),
  );
  expect(await screen.findByText('The clip is 2.0 s long.')).toBeInTheDocument();
  expect(server.to('GET /muxvideos/v/transcript').map(({ query }) => query)).toEqual([
    { from: '4', to: '26' },
  ]);
  await press('Cue in 0.1 s later');
  await cut();
  expect(clips()).toMatchObject([{ from: 14.35, to: 16.25 }]);
});

test('has a frame that the keys move, and captions burned in', async () => {
  open(words);
  await press('Format');
  await screen.findByRole('option', { name: 'Vertical, 9:16' });
  await userEvent.selectOptions(select('Frame'), 'portrait');
  const frame = screen.getByRole('slider', { name: 'Place of the frame in the picture' });
  expect(frame).toBeEmptyDOMElement();
  expect(screen.getByText(/^68% of the width is cut off/)).toHaveTextContent(/at most 406 × 720 pixels\.$/);
  await userEvent.selectOptions(select('Captions'), 'burned');
  expect(frame).toHaveTextContent('And welcome.');
  fireEvent.keyDown(frame, { key: 'ArrowRight' });
  fireEvent.keyDown(frame, { key: 'ArrowRight' });
  expect(frame).toHaveAttribute('aria-valuetext', '54% from the left');
  fireEvent.keyDown(frame, { key: 'Home' });
  // The frame stays in the picture.
  expect(frame).toHaveStyle({ left: '0%' });
  await cut();
  expect(clips()).toMatchObject([{ frame: 'portrait', centre: 0.158, fit: 'crop', captions: 'burned' }]);
});

test('shows the whole picture with bars, which the keys choose', async () => {
  open(words);
  await press('Format');
  await screen.findByRole('option', { name: 'Vertical, 9:16' });
  expect(screen.queryByRole('radiogroup')).toBeNull();
  await userEvent.selectOptions(select('Frame'), 'portrait');
  await userEvent.selectOptions(select('Captions'), 'burned');
  const [crop, bars] = ['Crop', 'Whole picture with bars'].map((name) => screen.getByRole('radio', { name }));
  expect(crop).toBeChecked();
  await userEvent.tab();
  expect(crop).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(bars).toBeChecked();
  expect(bars).toHaveFocus();
  expect(screen.queryByRole('slider', { name: 'Place of the frame in the picture' })).toBeNull();
  expect(screen.getByText(/^Nothing is cut off\./)).toHaveTextContent(/at most 720 × 1280 pixels\.$/);
  expect(screen.getByText('And welcome.', { selector: '[dir=auto] > span' })).toBeInTheDocument();
  await cut();
  expect(clips()).toMatchObject([{ frame: 'portrait', fit: 'bars', captions: 'burned' }]);
});

test('offers no changes of the picture where the host cannot make them', async () => {
  open(words, false);
  await press('Format');
  expect(await screen.findByText(/keeps the picture as recorded/)).toBeInTheDocument();
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'As recorded',
    'None',
    'Separate SRT file',
  ]);
});

test('saves the words beside the clip, with its times', async () => {
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob: Blob) => {
    blobs.push(blob);
    return 'blob:1';
  };
  URL.revokeObjectURL = () => undefined;
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  open(words);
  await press('Format');
  await userEvent.selectOptions(select('Captions'), 'beside');
  await cut();
  expect(clips()).toMatchObject([{ captions: 'beside' }]);
  expect(click).toHaveBeenCalledTimes(1);
  const reader = new FileReader();
  const text = await new Promise((resolve) => {
    reader.onload = () => resolve(reader.result);
    reader.readAsText(blobs[0]!);
  });
  expect(text).toBe('1\r\n00:00:00,250 --> 00:00:02,250\r\nAnd welcome.\r\n');
  click.mockRestore();
});

test('says why a clip is refused', async () => {
  open(words);
  server.on('POST /muxvideos/v/clips', () => refusal(429, '4 of your clips are already being made.'));
  await cut();
  expect(await screen.findByText('4 of your clips are already being made.')).toBeInTheDocument();
  expect(onCut).not.toHaveBeenCalled();
});
