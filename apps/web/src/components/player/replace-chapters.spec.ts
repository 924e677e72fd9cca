import { jest } from '@jest/globals';
import { replaceChapters } from './replace-chapters.ts';

/** jsdom has no cues. */
class FakeCue {
  readonly startTime: number;
  readonly endTime: number;
  readonly text: string;

  constructor(startTime: number, endTime: number, text: string) {
    this.startTime = startTime;
    this.endTime = endTime;
    this.text = text;
  }
}
Object.assign(globalThis, { VTTCue: FakeCue });

function aMedia() {
  const cues: FakeCue[] = [];
  const track = {
    kind: 'chapters',
    mode: 'disabled',
    cues,
    addCue: (cue: FakeCue) => cues.push(cue),
    removeCue: (cue: FakeCue) => cues.splice(cues.indexOf(cue), 1),
  };
  const listed: (typeof track)[] = [];
  const textTracks = Object.assign(new EventTarget(), { [Symbol.iterator]: () => listed.values() });
  const addTextTrack = jest.fn(() => {
    listed.push(track);
    return track;
  });
  const changed = jest.fn();
  textTracks.addEventListener('change', changed);
  return { media: { textTracks, addTextTrack } as unknown as HTMLMediaElement, addTextTrack, cues, changed };
}

describe(replaceChapters, () => {
  it('encodes titles as cue markup, so that the player shows them unchanged', () => {
    const { media, cues } = aMedia();
    const title = '<img src=x onerror="alert(1)"> R&D';
    replaceChapters(media, [{ from: 0, to: 60, title }]);
    expect(cues).toEqual([
      { startTime: 0, endTime: 60, text: '&lt;img src=x onerror="alert(1)"&gt; R&amp;D' },
    ]);
    const read = new DOMParser().parseFromString(cues[0]!.text, 'text/html');
    expect(read.documentElement.textContent).toBe(title);
    expect(read.querySelector('img')).toBeNull();
  });

  it('replaces the chapters of before in one track, and tells the time line', () => {
    const { media, addTextTrack, cues, changed } = aMedia();
    for (const title of ['first', 'second']) replaceChapters(media, [{ from: 0, to: 60, title }]);
    expect(cues.map(({ text }) => text)).toEqual(['second']);
    expect(addTextTrack).toHaveBeenCalledTimes(1);
    expect(changed).toHaveBeenCalledTimes(2);
  });
});
