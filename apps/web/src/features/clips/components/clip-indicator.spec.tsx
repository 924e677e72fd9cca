import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { FakeServer, ok } from '../../../testing/fake-server.ts';
import { createStore } from '../../../app/store.ts';
import { show } from '../../../testing/show.tsx';
import { plainLook } from './clip-format.tsx';
import { ClipIndicator } from './clip-indicator.tsx';
import { useAppDispatch } from '../../../store/hooks.ts';
import { orderClip } from '../model/clips.slice.ts';

function Order({ to }: { to: number }) {
  const dispatch = useAppDispatch();
  const order = {
    videoId: 'video-1',
    assetId: 'asset-1',
    title: 'Retention by cohort',
    clip: { ...plainLook, from: 1, to },
    toast: { durationMs: 3000 },
  };
  return (
    <button type="button" onClick={() => void dispatch(orderClip(order))}>
      {`To ${String(to)}`}
    </button>
  );
}

test('pending clips are counted and listed, and each can be cancelled', async () => {
  new FakeServer().on('POST /muxupload/video-cut', () => ok('/media/never/highest.mp4'));
  show(
    <Provider store={createStore()}>
      <main tabIndex={-1} />
      <ClipIndicator />
      <Order to={2} />
      <Order to={3} />
    </Provider>,
  );
  expect(screen.queryByText('Clips in progress')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'To 2' }));
  expect(await screen.findByRole('button', { name: '1 clip in progress' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'To 3' }));
  expect(await screen.findByRole('button', { name: '2 clips in progress' })).toBeInTheDocument();

  const cancelButton = (span: string) => screen.getByRole('button', { name: `Cancel the clip ${span}` });
  await userEvent.click(cancelButton('00:01.0–00:02.0 · 1.0 s'));
  expect(cancelButton('00:01.0–00:03.0 · 2.0 s')).toHaveFocus();
  await act(async () => userEvent.click(cancelButton('00:01.0–00:03.0 · 2.0 s')));
  expect(screen.queryByRole('button', { name: /in progress/ })).not.toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveFocus();
});
