import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { choose } from '../testing/choose.ts';
import { aVideo } from '../testing/a-video.ts';
import { ok, refusal } from '../testing/fake-server.ts';
import { pause, playAt } from '../testing/fake-player.tsx';
import { fixture, openVideo } from '../testing/video-fixture.tsx';

const clipTime = (name: 'Cue in' | 'Cue out') => screen.getByRole('textbox', { name });
const clipTimes = () => [clipTime('Cue in'), clipTime('Cue out')].map((each) => each.getAttribute('value'));
/** Addresses of the pictures that are shown or being loaded. */
const pictures = () =>
  [...screen.getByRole('dialog').querySelectorAll('img')].map((each) => each.getAttribute('src'));

test('a link for the owner is copied from the player, and from a chapter', async () => {
  const writeText = jest.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  const media = await openVideo();
  playAt(media, 61.8);
  await choose('Export and more', 'Copy link only for me');
  await screen.findByText('Link to 01:01 copied. It opens only for you.');
  await choose(/^Change Three numbers/, 'Copy link only for me');
  expect(writeText.mock.calls.flat()).toEqual(
    [61.8, 300].map((time) => `http://localhost/asset/upload-1?t=${String(time)}`),
  );
  writeText.mockRejectedValue(new Error('refused'));
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  await choose(/^Change Welcome/, 'Copy link only for me');
  const words = 'The link could not be copied. It is http://localhost/asset/upload-1?t=0';
  await screen.findByText(words);
  warn.mockRestore();
});

describe('the clip popup opens', () => {
  test('from the current position to the end of the chapter, and pauses the player', async () => {
    const media = await openVideo();
    playAt(media, 61.5);
    await userEvent.click(screen.getByRole('button', { name: 'Cut a clip…' }));
    expect(pause).toHaveBeenCalledTimes(1);
    expect(clipTimes()).toEqual(['00:01:01', '00:05:00']);
    expect(pictures()).toEqual([61, 300].map((time) => `/media/play-1/thumbnail.jpg?time=${String(time)}`));
    await userEvent.keyboard('{Escape}');
    playAt(media, 1000);
    await userEvent.click(screen.getByRole('button', { name: 'Cut a clip…' }));
    expect(clipTimes()).toEqual(['00:16:40', '00:19:59']);
  });

  test('for a chapter, or for the words of a quote', async () => {
    await openVideo();
    await userEvent.click(screen.getByRole('button', { name: 'Clip this chapter: Three numbers' }));
    expect(clipTimes()).toEqual(['00:05:00', '00:15:30']);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Expand all' }));
    const opener = screen.getByRole('button', { name: 'Clip this quote from 00:04:58' });
    await userEvent.click(opener);
    // With a little sound around the words.
    expect(clipTimes()).toEqual(['00:04:59', '00:05:04']);
    await userEvent.keyboard('{Escape}');
    expect(opener).toHaveFocus();
  });

  test('by I and O during playback; by O alone from the start of the chapter', async () => {
    const media = await openVideo();
    playAt(media, 312.7);
    await userEvent.keyboard('o');
    expect(clipTimes()).toEqual(['00:05:00', '00:05:13']);
    await userEvent.keyboard('{Escape}i');
    expect(
      screen.getByText('Cue in at 05:12. Press O where the clip ends.').closest('[role=status]'),
    ).not.toBeNull();
    playAt(media, 330.2);
    await userEvent.keyboard('o');
    expect(clipTimes()).toEqual(['00:05:12', '00:05:31']);
    // A stored start after the current position is ignored.
    await userEvent.keyboard('{Escape}');
    playAt(media, 20);
    await userEvent.keyboard('o');
    expect(clipTimes()).toEqual(['00:00:00', '00:00:20']);
  });

  test('never for a video that cannot be cut', async () => {
    fixture.record = aVideo({ assetId: '' });
    await openVideo();
    await userEvent.keyboard('io');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /clip/i })).not.toBeInTheDocument();
  });
});

test('a clip of the playing video is cut and downloaded', async () => {
  const cut = 'POST /muxupload/video-cut';
  const followed: string[] = [];
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    followed.push(`${new URL(this.href).pathname} ${this.download}`);
  });
  let answer: (made: { body: unknown }) => void = () => undefined;
  fixture.server
    .on(cut, () => new Promise((resolve) => (answer = resolve)))
    .on('HEAD /media/clip-1/highest.mp4', () => ({ body: '' }));
  const media = await openVideo();
  playAt(media, 61.5);
  await userEvent.click(screen.getByRole('button', { name: 'Cut a clip…' }));
  await userEvent.clear(clipTime('Cue out'));
  await userEvent.type(clipTime('Cue out'), '000130');
  await userEvent.click(screen.getByRole('button', { name: 'Cut clip' }));
  expect(screen.getByRole('dialog', { name: 'Cutting the clip' })).toHaveAttribute('aria-busy', 'true');
  expect(fixture.server.to(cut).map(({ body }) => body)).toEqual([
    { passthrough: 'asset-1', timeIn: '00:01:01', timeOut: '00:01:30' },
  ]);
  answer(ok('/media/clip-1/highest.mp4'));
  await waitFor(() => {
    expect(screen.getByText(/^Video clip successful/)).toBeInTheDocument();
    expect(followed).toEqual(['/media/clip-1/highest.mp4 clip_00:01:01-00:01:30.mp4']);
  });
  expect(screen.getByRole('dialog', { name: 'Cut a clip' })).toBeInTheDocument();
  click.mockRestore();
});

test.each([
  [refusal(404, 'There is no such video.'), 'There is no such video.'],
  [{ status: 502, body: 'Bad Gateway' }, 'Error to cut video'],
])("Clip cut failure: the server msg, or 'Error to cut video'. Its times are kept", async (answer, text) => {
  fixture.server.on('POST /muxupload/video-cut', () => answer);
  await openVideo();
  await userEvent.click(screen.getByRole('button', { name: 'Cut a clip…' }));
  await userEvent.clear(clipTime('Cue out'));
  await userEvent.type(clipTime('Cue out'), '000130{Enter}');
  await screen.findByText(text);
  expect(clipTime('Cue out')).toHaveValue('00:01:30');
  expect(screen.queryByText('Cutting the clip')).not.toBeInTheDocument();
});

test('a screenshot is taken at the current position', async () => {
  const media = await openVideo();
  playAt(media, 307.4);
  await choose('Export and more', 'Screenshot…');
  const popup = within(screen.getByRole('dialog', { name: 'Screenshot' }));
  expect(pause).toHaveBeenCalledTimes(1);
  expect(popup.getByRole('textbox', { name: 'Time' })).toHaveValue('00:05:07');
  expect(pictures()).toEqual(['/media/play-1/thumbnail.jpg?time=307']);
  await userEvent.clear(popup.getByRole('textbox', { name: 'Time' }));
  await userEvent.click(popup.getByRole('button', { name: 'Use current time' }));
  expect(popup.getByRole('textbox', { name: 'Time' })).toHaveValue('00:05:07');
  await userEvent.click(popup.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('button', { name: 'Export and more' })).toHaveFocus();
});
