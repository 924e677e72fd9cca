import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { ok } from '../testing/fake-server.ts';
import { play } from '../testing/fake-player.tsx';
import { fixture, openVideo } from '../testing/video-fixture.tsx';
const route = 'GET /muxvideos/asset/upload-1';

describe('the transcript', () => {
  const panel = () => screen.getByRole('region', { name: 'Transcript' });
  // Without a layout this is the narrow page, which shows one of the two panes.
  const openTranscript = async () => {
    await openVideo();
    await userEvent.click(screen.getByRole('button', { name: 'Transcript' }));
  };

  test.each([
    ['Retention by cohort', 'Retention by cohort'],
    ['', 'Transcript'],
  ])('is named after the video (%p)', async (title, heading) => {
    fixture.server.on(route, () => ok(aVideo({ title })));
    await openTranscript();
    expect(within(panel()).getByRole('heading')).toHaveTextContent(heading);
  });

  test('says so when there are no captions', async () => {
    fixture.server.on(route, () =>
      ok(aVideo({ vtt: '', captions: 'unavailable', captionsReason: 'No speech was found.' })),
    );
    await openTranscript();
    expect(panel()).toHaveTextContent('No speech was found.');
    expect(screen.queryByRole('search')).not.toBeInTheDocument();
  });

  test('follows playback until the user scrolls, and can follow again', async () => {
    await openTranscript();
    expect(panel()).not.toHaveTextContent('Player at');
    fireEvent.wheel(within(panel()).getByRole('list'));
    expect(panel()).toHaveTextContent('Player at 00:00');
    await userEvent.click(within(panel()).getByRole('button', { name: 'Back to now' }));
    expect(panel()).not.toHaveTextContent('Player at');
  });

  test('can be searched: match count, next and previous with wrap-around, no match', async () => {
    const texts = ['One of three', 'two of', 'Three of three'];
    const lines = texts.map((text, at) => `00:0${String(at)}:00.000 --> 00:0${String(at)}:05.000\n${text}`);
    fixture.server.on(route, () => ok(aVideo({ vtt: `WEBVTT\n\n${lines.join('\n\n')}\n` })));
    await openVideo();
    // The search key also opens the pane.
    await userEvent.keyboard('/');
    const field = within(panel()).getByRole('searchbox', { name: 'Search in the transcript' });
    expect(field).toHaveFocus();
    await userEvent.type(field, 'OF THREE');
    const count = within(within(panel()).getByRole('search')).getByRole('status');
    // The second match begins in one line and ends in the next.
    expect(count).toHaveTextContent('1 of 3');
    expect(panel()).toHaveTextContent('Player at');
    await userEvent.keyboard('{Enter}');
    expect(count).toHaveTextContent('2 of 3');
    await userEvent.keyboard('{Shift>}{Enter}{Enter}{/Shift}');
    expect(count).toHaveTextContent('3 of 3');
    await userEvent.click(within(panel()).getByRole('button', { name: 'Next match' }));
    expect(count).toHaveTextContent('1 of 3');
    await userEvent.type(field, ' hundred');
    expect(count).toHaveTextContent('No match');
    expect(within(panel()).getByRole('button', { name: 'Next match' })).toBeDisabled();
    await userEvent.type(field, '{Escape}');
    expect(field).toHaveValue('');
    expect(count).toBeEmptyDOMElement();
  });
});

describe('keys', () => {
  const press = (key: string, target: Element = document.body, more: KeyboardEventInit = {}) => {
    fireEvent.keyDown(target, { key, ...more });
  };
  const shift = { shiftKey: true };

  test('keys step through chapters and seconds', async () => {
    const media = await openVideo();
    press('ArrowRight', document.body, shift);
    expect(media.currentTime).toBe(300);
    press('ArrowRight', document.body, shift);
    press('ArrowRight', document.body, shift);
    expect(media.currentTime).toBe(930);
    press('ArrowLeft');
    expect(media.currentTime).toBe(927);
    press('ArrowRight');
    expect(media.currentTime).toBe(930);
    press('j');
    expect(media.currentTime).toBe(920);
    press('L');
    expect(media.currentTime).toBe(930);
    press('ArrowLeft', document.body, shift);
    expect(media.currentTime).toBe(300);
  });

  test('after a click on a time, arrow keys seek; with the keyboard they move within the row', async () => {
    const media = await openVideo();
    const times = screen.getByRole('button', { name: 'Play from 05:00: Three numbers' });
    await userEvent.click(times);
    await userEvent.keyboard('{ArrowRight}');
    expect(media.currentTime).toBe(303);
    times.blur();
    times.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(media.currentTime).toBe(303);
    expect(times).not.toHaveFocus();
  });

  test('skip links lead to the chapters and to the transcript, which is shown', async () => {
    await openVideo();
    await userEvent.click(screen.getByRole('link', { name: 'Skip to chapters' }));
    expect(screen.getByRole('button', { name: 'Play from 00:00: Welcome' })).toHaveFocus();
    await userEvent.click(screen.getByRole('link', { name: 'Skip to transcript' }));
    expect(document.activeElement).toContainElement(screen.getByRole('region', { name: 'Transcript' }));
    expect(screen.getByRole('button', { name: 'Transcript' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('the speed changes by the steps of the menu', async () => {
    const media = await openVideo();
    press('>', document.body, shift);
    press('>', document.body, shift);
    expect(media.playbackRate).toBe(1.5);
    for (let times = 0; times < 9; times += 1) press('<', document.body, shift);
    expect(media.playbackRate).toBe(0.5);
  });

  test('sound, captions and full screen are requested from the player', async () => {
    const media = await openVideo();
    const requests: string[] = [];
    for (const name of ['mute', 'unmute', 'volume', 'togglesubtitles', 'enterfullscreen'])
      media.addEventListener(`media${name}request`, () => requests.push(name));
    press('m');
    media.muted = true;
    press('m');
    press('c');
    press('f');
    expect(requests).toEqual(['mute', 'unmute', 'togglesubtitles', 'enterfullscreen']);
    press('ArrowDown');
    expect(requests).toHaveLength(4);
  });

  test('a focused control handles only the keys that it needs', async () => {
    const media = await openVideo();
    press('ArrowRight', document.body, shift);
    press('ArrowRight', screen.getByRole('separator'));
    expect(media.currentTime).toBe(300);
    const button = screen.getByRole('button', { name: 'Expand all' });
    press(' ', button);
    expect(play).toHaveBeenCalledTimes(1);
    press('ArrowRight', button);
    expect(media.currentTime).toBe(303);
    press('k', button);
    expect(play).toHaveBeenCalledTimes(2);
  });

  test('shortcuts are ignored while typing, for repeated keys and for browser shortcuts', async () => {
    const media = await openVideo();
    await userEvent.click(screen.getByRole('button', { name: 'Transcript' }));
    press('k', screen.getByRole('searchbox'));
    press(' ', screen.getByRole('searchbox'));
    press('k', document.body, { repeat: true });
    press('ArrowLeft', document.body, { altKey: true });
    press('f', document.body, { ctrlKey: true });
    expect(play).not.toHaveBeenCalled();
    expect(media.currentTime).toBe(0);
  });

  test('the controls of the player handle their own keys', async () => {
    await openVideo();
    const control = Object.assign(document.createElement('div'), { keysUsed: ['Enter', ' '] });
    document.body.append(control);
    press(' ', control);
    expect(play).not.toHaveBeenCalled();
    press('k', control);
    expect(play).toHaveBeenCalledTimes(1);
    control.remove();
  });

  test('a question mark lists the shortcuts', async () => {
    await openVideo();
    press('?');
    const list = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(list).toHaveTextContent('Previous or next chapter');
    await userEvent.click(within(list).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
