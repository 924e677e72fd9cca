import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ClipTimes } from '@vault/contracts';
import { show } from '../../../testing/show.tsx';
import { Playback } from '../../../components/player/playback.ts';
import { playAt } from '../../../testing/fake-player.tsx';
import { ClipPopup } from './clip-popup.tsx';

const onCut = jest.fn<(times: ClipTimes) => Promise<boolean>>();
const onClose = jest.fn();
const media = document.createElement('video');
Object.defineProperty(media, 'readyState', { value: 1 });
const playback = new Playback();

beforeEach(() => {
  onCut.mockReset().mockResolvedValue(true);
  onClose.mockReset();
  media.play = jest.fn(() => Promise.resolve());
  media.pause = jest.fn();
  playback.attach(media);
  playAt(media, 0);
  show(
    <ClipPopup
      thumbnail="/media/play-1/thumbnail.jpg?time=3"
      duration={1200}
      chapters={[
        { from: 0, to: 300 },
        { from: 300, to: 1200 },
      ]}
      playback={playback}
      onCut={onCut}
      onClose={onClose}
    />,
  );
});

const cueIn = () => screen.getByRole('textbox', { name: 'Cue in' });
const cueOut = () => screen.getByRole('textbox', { name: 'Cue out' });
const cut = () => userEvent.click(screen.getByRole('button', { name: 'Cut clip' }));
async function choose(timeIn: string, timeOut: string) {
  await userEvent.clear(cueIn());
  if (timeIn) await userEvent.type(cueIn(), timeIn);
  await userEvent.clear(cueOut());
  if (timeOut) await userEvent.type(cueOut(), timeOut);
}

test('says what is wrong with the times, and cuts nothing', async () => {
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
  expect(onCut).not.toHaveBeenCalled();
});

test('cuts from cue in to cue out, once, and closes when that is done', async () => {
  let finish: (isCut: boolean) => void = () => undefined;
  onCut.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  await choose('000010', '000130');
  expect(screen.getByText('The clip is 01:20 long.')).toBeInTheDocument();
  await cut();
  await userEvent.click(screen.getByRole('button', { name: 'Cutting…' }));
  expect(onCut.mock.calls).toEqual([[{ timeIn: '00:00:10', timeOut: '00:01:30' }]]);
  finish(true);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('a failed cut keeps the times', async () => {
  onCut.mockResolvedValue(false);
  await choose('000010', '000130');
  await cut();
  expect(await screen.findByRole('button', { name: 'Cut clip' })).toBeEnabled();
  expect(onClose).not.toHaveBeenCalled();
  expect([cueIn(), cueOut()].map((input) => (input as HTMLInputElement).value)).toEqual([
    '00:00:10',
    '00:01:30',
  ]);
});

test('each time can be taken from the player', async () => {
  playAt(media, 61.8);
  await userEvent.click(screen.getByRole('button', { name: 'Cue in: use current time' }));
  playAt(media, 125);
  await userEvent.click(screen.getByRole('button', { name: 'Cue out: use current time' }));
  await cut();
  expect(onCut).toHaveBeenCalledWith({ timeIn: '00:01:01', timeOut: '00:02:05' });
});

test('a valid span is drawn on the strip in proportion', async () => {
  expect(screen.queryByTestId('marked-span')).not.toBeInTheDocument();
  await choose('000500', '001500');
  expect(screen.getByTestId('marked-span')).toHaveStyle({ left: '25%', width: '50%' });
});
