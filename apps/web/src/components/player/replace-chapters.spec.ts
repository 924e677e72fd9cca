import { jest } from '@jest/globals';
import type MuxPlayerElement from '@mux/mux-player';
import { replaceChapters } from './replace-chapters.ts';

function aPlayer(readyState: number) {
  const addChapters = jest.fn(() => Promise.resolve());
  const player = Object.assign(new EventTarget(), { readyState, textTracks: [], addChapters });
  return { player: player as unknown as MuxPlayerElement & EventTarget, addChapters };
}

const chapters = [{ from: 0, to: 60, title: '<img src=x onerror="alert(1)"> R&D' }];

describe(replaceChapters, () => {
  it('encodes titles as cue markup, so that the player shows them unchanged', () => {
    const { player, addChapters } = aPlayer(1);
    replaceChapters(player, chapters);
    const value = '&lt;img src=x onerror="alert(1)"&gt; R&amp;D';
    expect(addChapters).toHaveBeenCalledWith([{ startTime: 0, endTime: 60, value }]);
    const read = new DOMParser().parseFromString(value, 'text/html');
    expect(read.documentElement.textContent).toBe(chapters[0]?.title);
    expect(read.querySelector('img')).toBeNull();
  });

  it('waits for the media until it is cancelled', () => {
    const { player, addChapters } = aPlayer(0);
    const cancel = replaceChapters(player, chapters);
    expect(addChapters).not.toHaveBeenCalled();
    player.dispatchEvent(new Event('loadedmetadata'));
    expect(addChapters).toHaveBeenCalledTimes(1);
    cancel();
    player.dispatchEvent(new Event('loadedmetadata'));
    expect(addChapters).toHaveBeenCalledTimes(1);
  });
});
