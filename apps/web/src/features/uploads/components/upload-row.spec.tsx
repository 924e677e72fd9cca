import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { show } from '../../../testing/show.tsx';
import { fileNamed, flushPromises, setUpQueue } from '../../../testing/upload-fixture.ts';
import type { UploadQueue } from '../model/upload-queue.ts';
import { UploadRow } from './upload-row.tsx';
import { UploadsContext } from './uploads-provider.tsx';

function Rows({ queue }: { queue: UploadQueue }) {
  const items = useSyncExternalStore(queue.subscribe, queue.snapshot);
  return items.map((item) => <UploadRow key={item.key} item={item} />);
}

async function open() {
  const { queue, uploads, unfinished } = setUpQueue();
  const none = () => undefined;
  show(
    <UploadsContext value={{ queue, unfinished, discard: none, forget: none }}>
      <Rows queue={queue} />
    </UploadsContext>,
  );
  await act(async () => {
    queue.add([fileNamed('talk.mp4')]);
    await flushPromises();
  });
  const upload = uploads[0]!;
  return (change: Parameters<typeof upload.become>[0]) => act(() => upload.become(change));
}
const button = (name: string) => screen.getByRole('button', { name });

test("The widget can be paused: Pause, then 'Pausing...', then Resume", async () => {
  const become = await open();
  expect(button('Pause')).toBeEnabled();
  become({ state: 'pausing' });
  expect(button('Pausing...')).toBeDisabled();
  become({ state: 'paused' });
  await userEvent.click(button('Resume'));
  await userEvent.click(button('Pause'));
  expect(button('Resume')).toBeEnabled();
});

test("Upload widget errors: the messages in section 5, with a 'Try again' control. On error a 'Try again' control resets it.", async () => {
  const become = await open();
  const message = 'Server responded with 500. Stopping upload.';
  become({ state: 'error', message });
  expect(screen.getByRole('alert')).toHaveTextContent(message);
  become({ state: 'offline', message: 'Currently offline.' });
  expect(screen.getByRole('alert')).toHaveTextContent('Currently offline.');
  become({ state: 'error', message });
  await userEvent.click(button('Try again'));
  expect(button('Pause')).toBeEnabled();
});

test('The bytes and the per cent count what is sent while the upload runs, and what is accepted otherwise', async () => {
  const become = await open();
  const figures = { totalBytes: 1000, acceptedBytes: 200, progress: 20, sentBytes: 510 };
  become({ state: 'uploading', ...figures });
  expect(screen.getByText('510 B of 1.0 KB')).toBeVisible();
  expect(screen.getByText('51%')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '20');
  become({ state: 'pausing', sentBytes: 1000 });
  expect(screen.getByText('1.0 KB of 1.0 KB')).toBeVisible();
  expect(screen.getByText('99%')).toBeVisible();
  for (const state of ['paused', 'offline', 'error'] as const) {
    become({ state });
    expect(screen.getByText('200 B of 1.0 KB')).toBeVisible();
    expect(screen.getByText('20%')).toBeVisible();
  }
});

test('A file whose session is opened again later says so', async () => {
  const become = await open();
  const cause = new Error('away', { cause: { status: 'FETCH_ERROR' } });
  become({ state: 'error', message: 'away', failure: { kind: 'endpoint-failed', cause } });
  expect(screen.getByText('We will try again automatically.')).toBeVisible();
  expect(button('Try again')).toBeEnabled();
});
