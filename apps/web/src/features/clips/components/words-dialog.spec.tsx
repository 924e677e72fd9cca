import { jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { formatWebVtt } from '@vault/webvtt';
import { Provider } from 'react-redux';
import { createStore } from '../../../app/store.ts';
import { Playback } from '../../../components/player/playback.ts';
import { FakeServer, ok, refusal } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { aVideo } from '../../../testing/a-video.ts';
import { WordsDialog } from './words-dialog.tsx';

const cues = [
  { start: 10, end: 12, text: 'Good morning.' },
  { start: 14, end: 16, text: 'And welcome.' },
];
const video = aVideo({
  id: 'v',
  duration: 60,
  vtt: formatWebVtt(cues),
  thumbnail: '/media/p/thumbnail.jpg?time=3',
  contents: [{ kind: 'picture', language: '', title: '', isUsed: true, width: 1280, height: 720 }],
});
const playback = new Playback();
let server: FakeServer;

function open(canChangePicture: boolean) {
  server = new FakeServer().on('GET /muxvideos/v/clips', () => ok({ clips: [], canChangePicture }));
  server.on('POST /muxvideos/v/clips', ({ body }) =>
    ok({ ...(body as object), id: 'c', state: 'making', progress: 0, createdAt: 1 }),
  );
  show(
    <Provider store={createStore()}>
      <WordsDialog video={video} words={{ from: 14, to: 16 }} playback={playback} onClose={() => undefined} />
    </Provider>,
  );
}
const make = () => userEvent.click(screen.getByRole('button', { name: 'Create clip' }));
const requestBodies = () => server.to('POST /muxvideos/v/clips').map(({ body }) => body);
const select = (name: string) => screen.getByRole('combobox', { name });

test('begins and ends near the words, and moves by tenths of a second that are heard', async () => {
  const playSpan = jest.spyOn(playback, 'playSpan').mockReturnValue(undefined);
  open(true);
  expect(screen.getByRole('status')).toHaveTextContent('The clip is 2.5 s long.');
  await userEvent.click(screen.getByRole('button', { name: 'Start 0.1 s later' }));
  expect(playSpan).toHaveBeenLastCalledWith({ from: 13.85, to: expect.closeTo(15.05, 3) as number });
  fireEvent.keyDown(screen.getByRole('spinbutton', { name: 'End' }), { key: 'ArrowDown' });
  expect(playSpan).toHaveBeenLastCalledWith({ from: expect.closeTo(14.95, 3) as number, to: 16.15 });
  await make();
  expect(requestBodies()).toEqual([
    { from: 13.85, to: 16.15, frame: 'recorded', centre: 0.5, fit: 'crop', captions: 'none' },
  ]);
});

test('has the times of its words once they are known, until an end is moved', async () => {
  open(true);
  const timed = [cues[0]!, { ...cues[1]!, wordStarts: [14.5, 15.2] }];
  server.on('GET /muxvideos/v/transcript', () =>
    ok({ vtt: formatWebVtt(timed), recognisedVtt: '', transcriptVersion: 0 }),
  );
  expect(await screen.findByText('The clip is 2.0 s long.')).toBeInTheDocument();
  expect(server.to('GET /muxvideos/v/transcript').map(({ query }) => query)).toEqual([
    { from: '4', to: '26' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Start 0.1 s later' }));
  await make();
  expect(requestBodies()).toMatchObject([{ from: 14.35, to: 16.25 }]);
});

test('has a frame that the keys move, and captions burned in', async () => {
  open(true);
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
  await make();
  expect(requestBodies()).toMatchObject([
    { frame: 'portrait', centre: 0.158, fit: 'crop', captions: 'burned' },
  ]);
});

test('shows the whole picture with bars, which the keys choose', async () => {
  open(true);
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
  await make();
  expect(requestBodies()).toMatchObject([{ frame: 'portrait', fit: 'bars', captions: 'burned' }]);
});

test('offers no changes of the picture where the host cannot make them', async () => {
  open(false);
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
  open(true);
  await userEvent.selectOptions(select('Captions'), 'beside');
  await make();
  expect(requestBodies()).toMatchObject([{ captions: 'beside' }]);
  expect(click).toHaveBeenCalledTimes(1);
  const reader = new FileReader();
  const text = await new Promise((resolve) => {
    reader.onload = () => resolve(reader.result);
    reader.readAsText(blobs[0]!);
  });
  expect(text).toBe('1\r\n00:00:00,250 --> 00:00:02,250\r\nAnd welcome.\r\n');
});

test('says why a clip is refused', async () => {
  open(true);
  server.on('POST /muxvideos/v/clips', () => refusal(429, '4 of your clips are already being made.'));
  await make();
  expect(await screen.findByRole('alert')).toHaveTextContent('4 of your clips are already being made.');
});
