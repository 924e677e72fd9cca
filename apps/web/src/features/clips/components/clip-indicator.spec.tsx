import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { FakeServer, ok } from '../../../testing/fake-server.ts';
import { createStore } from '../../../app/store.ts';
import { show } from '../../../testing/show.tsx';
import { ClipIndicator } from './clip-indicator.tsx';
import { useAppDispatch } from '../../../store/hooks.ts';
import { orderClip } from '../model/clips.slice.ts';

function Order({ timeOut }: { timeOut: string }) {
  const dispatch = useAppDispatch();
  const order = {
    assetId: 'asset-1',
    title: 'Retention by cohort',
    times: { timeIn: '00:00:01', timeOut },
    toast: { durationMs: 3000 },
  };
  return (
    <button type="button" onClick={() => void dispatch(orderClip(order))}>
      {timeOut}
    </button>
  );
}

test('pending clips are counted and listed, and each can be cancelled', async () => {
  new FakeServer().on('POST /muxupload/video-cut', () => ok('/media/never/highest.mp4'));
  show(
    <Provider store={createStore()}>
      <main tabIndex={-1} />
      <ClipIndicator />
      <Order timeOut="00:00:02" />
      <Order timeOut="00:00:03" />
    </Provider>,
  );
  expect(screen.queryByText('Clips in progress')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '00:00:02' }));
  expect(await screen.findByRole('button', { name: '1 clip in progress' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '00:00:03' }));
  expect(await screen.findByRole('button', { name: '2 clips in progress' })).toBeInTheDocument();

  const cancelButton = (timeOut: string) =>
    screen.getByRole('button', { name: `Cancel the clip 00:00:01–${timeOut}` });
  await userEvent.click(cancelButton('00:00:02'));
  expect(cancelButton('00:00:03')).toHaveFocus();
  await act(async () => userEvent.click(cancelButton('00:00:03')));
  expect(screen.queryByRole('button', { name: /in progress/ })).not.toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveFocus();
});
