import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ClipRecord } from '@vault/contracts';
import { Provider } from 'react-redux';
import { createStore } from '../../../app/store.ts';
import { FakeServer, ok, refusal } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { Toaster } from '../../../components/ui/toasts/toaster.tsx';
import { clipFileName } from '../model/clip-text.ts';
import { ClipList } from './clip-list.tsx';

const ready: ClipRecord = {
  ...{ id: 'a', from: 70.2, to: 84, frame: 'portrait', centre: 0.4, fit: 'bars', captions: 'burned' },
  ...{ state: 'ready', link: '/media/a/highest.mp4', createdAt: 1 },
};
const failed: ClipRecord = {
  ...ready,
  id: 'b',
  frame: 'recorded',
  fit: 'crop',
  state: 'failed',
  reason: 'It is damaged.',
};
const making: ClipRecord = { ...ready, id: 'c', state: 'making', progress: 40 };

let server: FakeServer;
let clips: ClipRecord[];
function open() {
  server = new FakeServer()
    .on('GET /muxvideos/v/clips', () => ok({ clips, canChangePicture: true }))
    .on('DELETE /muxvideos/v/clips/a', () => {
      clips = [];
      return ok({});
    });
  show(
    <Provider store={createStore()}>
      <ClipList videoId="v" />
      <Toaster />
    </Provider>,
  );
}

test('says where clips will be while there are none', async () => {
  clips = [];
  open();
  expect(await screen.findByText(/^None yet\./)).toBeInTheDocument();
});

test('shows the state of each clip, and what can be done with it', async () => {
  clips = [ready, failed, making];
  open();
  const rows = await screen.findAllByRole('listitem');
  const names = rows.map((row) =>
    within(row)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')?.split(' ')[0]),
  );
  expect(names).toEqual([['Play', 'Download', 'Copy', 'Delete'], ['Create', 'Delete'], ['Delete']]);
  expect(rows[0]).toHaveTextContent('01:10.2–01:24.0 · 13.8 sVertical with bars, captions burned in');
  expect(rows[1]).toHaveTextContent('It is damaged.');
  expect(within(rows[2]!).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
});

test('is deleted at once, and brought back by the request that made it', async () => {
  clips = [ready];
  open();
  server.on('POST /muxvideos/v/clips', () => {
    clips = [ready];
    return ok(ready);
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Delete the clip 01:10/ }));
  expect(await screen.findByText(/^None yet\./)).toBeInTheDocument();
  expect(server.to('DELETE /muxvideos/v/clips/a')).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Clips of this video' })).toHaveFocus();
  // jsdom applies the style of the stack, which lets the pointer through, to its cards too.
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: /^Play the clip/ })).toBeInTheDocument();
  const look = { from: 70.2, to: 84, frame: 'portrait', centre: 0.4, fit: 'bars', captions: 'burned' };
  expect(server.to('POST /muxvideos/v/clips')[0]?.body).toEqual(look);
});

test('stays when it cannot be deleted; a failed one is deleted without an undo', async () => {
  clips = [ready, failed];
  open();
  server
    .on('DELETE /muxvideos/v/clips/a', () => refusal(400, 'Not now.'))
    .on('DELETE /muxvideos/v/clips/b', () => {
      clips = [ready];
      return ok({});
    });
  const [first, second] = await screen.findAllByRole('button', { name: /^Delete the clip 01:10/ });
  await userEvent.click(first!);
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  await userEvent.click(second!);
  expect(await screen.findByText(/was deleted\.$/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a failed clip is made again with the same look', async () => {
  clips = [failed];
  open();
  server.on('POST /muxvideos/v/clips', () => {
    clips = [{ ...failed, state: 'making', progress: 0 }];
    return ok(clips[0]);
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Create the clip/ }));
  expect(await screen.findByRole('progressbar')).toBeInTheDocument();
  const look = { from: 70.2, to: 84, frame: 'recorded', centre: 0.4, fit: 'crop', captions: 'burned' };
  expect(server.to('POST /muxvideos/v/clips')[0]?.body).toEqual(look);
});

test('can be read again after a failure', async () => {
  clips = [ready];
  open();
  server.on('GET /muxvideos/v/clips', () => refusal(400, 'No.'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The clips could not be loaded.');
  server.on('GET /muxvideos/v/clips', () => ok({ clips, canChangePicture: true }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/Vertical/)).toBeInTheDocument();
});

test.each([
  [{ from: 10, to: 90, frame: 'recorded', fit: 'crop', captions: 'none' }, 'clip_00:00:10-00:01:30'],
  [
    { from: 10.25, to: 90, frame: 'square', fit: 'bars', captions: 'burned' },
    'clip_00:00:10.250-00:01:30_square_bars_captions',
  ],
] as const)('the file of %j has the name %s', (clip, name) => expect(clipFileName(clip)).toBe(name));
