import type { Mux } from '@mux/mux-node';
import { toHostAsset } from './host-asset.ts';

function asset(fields: object): Mux.Video.Asset {
  const base = {
    id: 'asset',
    status: 'ready',
    progress: { state: 'completed', progress: 100 },
    duration: 60.5,
  };
  return { ...base, ...fields } as unknown as Mux.Video.Asset;
}

function track(fields: object) {
  return asset({
    tracks: [
      { type: 'video', id: 'v' },
      { type: 'text', id: 't', ...fields },
    ],
  });
}

describe(toHostAsset, () => {
  it.each(['signed', 'public'])('takes the %s playback id and the duration', (policy) => {
    expect(toHostAsset(asset({ playback_ids: [{ id: 'play', policy }] }))).toMatchObject({
      playbackId: 'play',
      durationSeconds: 60.5,
    });
  });

  it('has no captions without a text track', () => {
    expect(toHostAsset(asset({ tracks: [{ type: 'audio', id: 'a' }] })).captions).toEqual({
      status: 'absent',
    });
  });

  it('shows the progress of captions, and when they are ready', () => {
    expect(toHostAsset(track({ status: 'preparing', progress: 40 })).captions).toMatchObject({
      status: 'preparing',
      percent: 40,
    });
    expect(toHostAsset(track({ status: 'ready', language_code: 'en' })).captions).toMatchObject({
      trackId: 't',
      language: 'en',
    });
  });

  it('shows the queue position of waiting work, and the stage and time left of running work', () => {
    const waiting = { status: 'preparing', progress: 0, queue_position: 2 };
    expect(toHostAsset(track(waiting)).captions).toMatchObject({ ahead: 2, secondsLeft: undefined });
    const going = { status: 'preparing', progress: 40, seconds_left: 90, stage: 'transcribing' };
    expect(toHostAsset(track(going)).captions).toMatchObject({
      stage: 'transcribing',
      ahead: undefined,
      secondsLeft: 90,
    });
    const packaging = { state: 'transcoding', progress: 40, seconds_left: 7, stage: 'encoding' };
    expect(toHostAsset(asset({ status: 'preparing', progress: packaging }))).toMatchObject({
      stage: 'encoding',
      secondsLeft: 7,
    });
    const later = { ...packaging, stage: 'a later one' };
    expect(toHostAsset(asset({ status: 'preparing', progress: later }))).toMatchObject({
      stage: undefined,
      secondsLeft: 7,
    });
    expect(toHostAsset(track({ ...waiting, queue_position: 'first' })).captions.ahead).toBeUndefined();
  });

  it.each([
    ['no-speech', false],
    ['language-not-supported', false],
    ['internal', true],
  ])('an error of type %s can be tried again: %s', (type, isRetryable) => {
    const errored = track({ status: 'errored', error: { type, messages: ['Why.'] } });
    expect(toHostAsset(errored).captions).toMatchObject({
      status: 'errored',
      errorMessage: 'Why.',
      isRetryable,
    });
  });

  it('has the contents of the file, and its chapters, which are no captions', () => {
    const chapters = { kind: 'chapters', language: '', title: '', isUsed: true, count: 2 };
    const tracks = [{ type: 'text', text_type: 'chapters', id: 'c', status: 'ready' }];
    expect(toHostAsset(asset({ tracks, contents: [chapters] }))).toMatchObject({
      captions: { status: 'absent' },
      contents: [chapters],
      chaptersTrackId: 'c',
    });
  });

  it('has no contents where the host does not say them, or in another way', () => {
    expect(toHostAsset(asset({})).contents).toEqual([]);
    expect(toHostAsset(asset({ contents: [{ kind: 'smell' }] })).contents).toEqual([]);
  });

  it('prefers finished captions over a failed first try', () => {
    const tracks = [
      { type: 'text', id: 'old', status: 'errored' },
      { type: 'text', id: 'new', status: 'ready' },
    ];
    expect(toHostAsset(asset({ tracks })).captions).toMatchObject({ status: 'ready', trackId: 'new' });
  });

  it('has the file name of its clips once it is playable', () => {
    expect(toHostAsset(asset({ tracks: [{ type: 'audio' }, { type: 'video' }] })).clipName).toBe(
      'highest.mp4',
    );
    expect(toHostAsset(asset({ tracks: [{ type: 'audio' }] })).clipName).toBe('audio.m4a');
    expect(toHostAsset(asset({ status: 'preparing' })).clipName).toBeUndefined();
  });

  it('shows the error of an asset, and no negative percents', () => {
    const errored = {
      status: 'errored',
      progress: { state: 'errored', progress: -1 },
      errors: { type: 'x', messages: ['Cut short.'] },
    };
    expect(toHostAsset(asset(errored))).toMatchObject({
      status: 'errored',
      percent: 0,
      errorMessage: 'Cut short.',
    });
  });

  it.each([
    ['nothing was made', [], undefined],
    [
      'the picture is still being made',
      [
        { ext: 'mp4', status: 'preparing', name: 'highest.mp4' },
        { ext: 'm4a', status: 'ready', name: 'audio.m4a' },
      ],
      undefined,
    ],
    [
      'both are made',
      [
        { ext: 'm4a', status: 'ready', name: 'audio.m4a' },
        { ext: 'mp4', status: 'ready', name: 'highest.mp4' },
      ],
      'highest.mp4',
    ],
    [
      'there is no picture',
      [
        { ext: 'mp4', status: 'skipped', name: 'highest.mp4' },
        { ext: 'm4a', status: 'ready', name: 'audio.m4a' },
      ],
      'audio.m4a',
    ],
  ])('offers the right download when %s', (_, files, name) => {
    expect(toHostAsset(asset({ static_renditions: { files } })).downloadName).toBe(name);
  });

  it('has the size of the download, when the host says it', () => {
    const file = { ext: 'mp4', status: 'ready', name: 'highest.mp4' };
    const bytesOf = (filesize?: string) =>
      toHostAsset(asset({ static_renditions: { files: [{ ...file, filesize }] } })).downloadBytes;
    expect([bytesOf('5400000000'), bytesOf(), bytesOf('unknown')]).toEqual([
      5_400_000_000,
      undefined,
      undefined,
    ]);
  });
});
