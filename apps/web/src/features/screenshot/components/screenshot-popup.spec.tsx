import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from '../../../components/ui/toasts/toaster.tsx';
import { clearToasts } from '../../../components/ui/toasts/toasts.ts';
import { show } from '../../../testing/show.tsx';
import { ScreenshotPopup } from './screenshot-popup.tsx';

const saved: { readonly name: string; readonly blob: Blob }[] = [];
const fetchPicture = jest.fn<(input: string) => Promise<Response>>();
const jpeg = () => new Response('a picture', { headers: { 'content-type': 'image/jpeg' } });

beforeEach(() => {
  saved.length = 0;
  clearToasts();
  fetchPicture.mockReset().mockImplementation(() => Promise.resolve(jpeg()));
  globalThis.fetch = ((input: string) => fetchPicture(input)) as typeof fetch;
  let last: Blob | undefined;
  URL.createObjectURL = (blob) => {
    last = blob as Blob;
    return 'blob:picture';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function click() {
    if (last && this.href === 'blob:picture') saved.push({ name: this.download, blob: last });
  };
});

function open(currentTime?: () => number) {
  show(
    <>
      <ScreenshotPopup
        thumbnail="/media/play-1/thumbnail.jpg?time=3"
        duration={1200.6}
        currentTime={currentTime}
        toast={{ durationMs: 2500 }}
        onClose={() => undefined}
      />
      <Toaster />
    </>,
  );
  return screen.getByRole('textbox', { name: 'Time' });
}
const download = () => userEvent.click(screen.getByRole('button', { name: 'Download' }));

test('downloads the picture at the time under its name', async () => {
  const input = open();
  expect(input).toHaveFocus();
  await userEvent.type(input, '000507{Enter}');
  expect(await screen.findByText('Screenshot at 00:05:07 downloaded.')).toBeInTheDocument();
  expect(fetchPicture.mock.calls).toEqual([['/media/play-1/thumbnail.jpg?time=307']]);
  expect(saved.map(({ name }) => name)).toEqual(['screenshot-00:05:07.jpg']);
  expect(saved[0]?.blob.size).toBe('a picture'.length);
});

test("Screenshot: 'time must be valid times in HH:MM:SS format.' and 'time must be earlier than video duration({n}s).' Nothing is fetched", async () => {
  const input = open();
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  for (const [time, message] of [
    ['', 'time must be valid times in HH:MM:SS format.'],
    ['000099', 'time must be valid times in HH:MM:SS format.'],
    ['002001', 'time must be earlier than video duration(1200s).'],
  ] as const) {
    await userEvent.clear(input);
    if (time) await userEvent.type(input, time);
    await download();
    expect(screen.getByRole('alert')).toHaveTextContent(message);
    expect(input).toHaveFocus();
    expect(input).toBeInvalid();
  }
  await userEvent.clear(input);
  await userEvent.type(input, '002000');
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  expect(input).toBeValid();
  expect(fetchPicture).not.toHaveBeenCalled();
});

test('a failed download is reported and can be retried', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  fetchPicture.mockResolvedValueOnce(new Response('', { status: 503 }));
  await userEvent.type(open(), '000507');
  await download();
  const words = 'The screenshot could not be downloaded. Please try again.';
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(saved).toEqual([]);
  await download();
  await waitFor(() => expect(saved).toHaveLength(1));
  warn.mockRestore();
});

test('the picture is fetched once, however often the button is pressed', async () => {
  let finish: () => void = () => undefined;
  fetchPicture.mockReturnValue(
    new Promise((resolve) => {
      finish = () => resolve(jpeg());
    }),
  );
  await userEvent.type(open(), '000507{Enter}{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Downloading…' }));
  expect(fetchPicture).toHaveBeenCalledTimes(1);
  finish();
  expect(await screen.findByRole('button', { name: 'Download' })).toBeInTheDocument();
});

test('with a player the time is its position, and can be taken from it again', async () => {
  const input = open(() => 61.9);
  expect(input).toHaveValue('00:01:01');
  await userEvent.clear(input);
  await userEvent.click(screen.getByRole('button', { name: 'Use current time' }));
  expect(input).toHaveValue('00:01:01');
});

test('without a player there is no button for the current time', () => {
  open();
  expect(screen.queryByRole('button', { name: 'Use current time' })).not.toBeInTheDocument();
});

test('the frame is shown before it is downloaded', async () => {
  await userEvent.type(open(), '000507');
  const loading = await waitFor(() => {
    const picture = document.querySelector('img');
    expect(picture).toHaveAttribute('src', '/media/play-1/thumbnail.jpg?time=307');
    return picture as HTMLImageElement;
  });
  fireEvent.load(loading);
  expect(await screen.findByRole('img', { name: 'The frame at 00:05:07' })).toHaveAttribute(
    'src',
    loading.src.replace('http://localhost', ''),
  );
  await userEvent.keyboard('{ArrowUp}');
  const next = await waitFor(() => {
    const picture = document.querySelector('img[data-coming]');
    expect(picture).toHaveAttribute('src', '/media/play-1/thumbnail.jpg?time=308');
    return picture as HTMLImageElement;
  });
  fireEvent.error(next);
  expect(await screen.findByText(/There is no picture for this time/)).toBeInTheDocument();
});
