import { jest } from '@jest/globals';
import type { openStream as OpenStreamFunction } from './open-stream.ts';
import { QualityList } from './quality-list.ts';

type Handler = (event: string, data: object) => void;

/** Stands in for hls.js, which needs a browser. */
class FakeHls {
  static readonly Events = {
    MANIFEST_PARSED: 'parsed',
    FRAG_BUFFERED: 'buffered',
    ERROR: 'error',
  };
  static readonly ErrorTypes = { NETWORK_ERROR: 'network', MEDIA_ERROR: 'media' };
  static isAvailable = true;
  static opened: FakeHls[] = [];
  static isSupported = () => FakeHls.isAvailable;

  readonly handlers = new Map<string, Handler>();
  levels: object[] = [];
  nextLevel = -1;
  readonly calls: string[] = [];

  constructor() {
    FakeHls.opened.push(this);
  }
  on(event: string, handler: Handler): void {
    this.handlers.set(event, handler);
  }
  emit(event: keyof typeof FakeHls.Events, data: object = {}): void {
    this.handlers.get(FakeHls.Events[event])?.(event, data);
  }
  loadSource(src: string): void {
    this.calls.push(`load ${src}`);
  }
  attachMedia(): void {
    this.calls.push('attach');
  }
  startLoad(): void {
    this.calls.push('start');
  }
  recoverMediaError(): void {
    this.calls.push('recover');
  }
  destroy(): void {
    this.calls.push('destroy');
  }
}

/** The whole player, as opposed to the light one. */
class WholeHls extends FakeHls {}

jest.unstable_mockModule('hls.js/light', () => ({ default: FakeHls }));
jest.unstable_mockModule('hls.js', () => ({ default: WholeHls }));

const src = '/media/stream/p.m3u8';
const level = { width: 1280, height: 720, bitrate: 3_000_000 };
const fatal = { fatal: true, type: 'network' };
let openStream: typeof OpenStreamFunction;
let report: jest.Mock;

beforeAll(async () => {
  ({ openStream } = await import('./open-stream.ts'));
});
beforeEach(() => {
  FakeHls.opened = [];
  FakeHls.isAvailable = true;
  report = jest.fn();
  jest.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  Reflect.deleteProperty(window, 'WebKitPlaybackTargetAvailabilityEvent');
  jest.restoreAllMocks();
});

/** @param canPlayHls what the browser says about playing HLS itself */
function open({ canPlayHls = '', readyState = 0 } = {}) {
  const media = document.createElement('video');
  jest.spyOn(media, 'canPlayType').mockReturnValue(canPlayHls as CanPlayTypeResult);
  Object.defineProperty(media, 'readyState', { value: readyState });
  const qualities = new QualityList();
  const stream = openStream(media, src, { report, qualities });
  return { media, qualities, stream, hls: FakeHls.opened[0]! };
}

describe('what plays a stream', () => {
  it('hls.js, also where the browser could, because only it recovers and chooses the quality', () => {
    const { media, hls } = open({ canPlayHls: 'maybe' });
    expect(hls.calls).toEqual([`load ${src}`, 'attach']);
    expect(media.getAttribute('src')).toBeNull();
  });

  it.each([
    ['with AirPlay, which needs it', true, true],
    ['without media source extensions, as on older iPhones', false, false],
  ])('the browser %s', (_why, hasAirPlay, isAvailable) => {
    if (hasAirPlay) Object.assign(window, { WebKitPlaybackTargetAvailabilityEvent: Event });
    FakeHls.isAvailable = isAvailable;
    const { media, stream } = open({ canPlayHls: 'maybe' });
    expect(FakeHls.opened).toHaveLength(0);
    expect(media.getAttribute('src')).toBe(src);
    media.dispatchEvent(new Event('error'));
    expect(report).toHaveBeenLastCalledWith('network');
    media.dispatchEvent(new Event('loadeddata'));
    expect(report).toHaveBeenLastCalledWith(null);
    stream.close();
    expect(media.getAttribute('src')).toBeNull();
  });

  it('nothing, and says so', () => {
    FakeHls.isAvailable = false;
    open();
    expect(report).toHaveBeenCalledWith('unsupported');
  });

  it('the whole hls.js when the sound has playlists of its own', async () => {
    const { hls, stream } = open();
    hls.emit('MANIFEST_PARSED', { audioTracks: [{ url: '/sound.m3u8' }], levels: [level] });
    expect(hls.calls).toContain('destroy');
    while (FakeHls.opened.length < 2) await new Promise((resolve) => setTimeout(resolve));
    const whole = FakeHls.opened[1]!;
    expect(whole).toBeInstanceOf(WholeHls);
    whole.emit('MANIFEST_PARSED', { audioTracks: [{ url: '/sound.m3u8' }], levels: [level] });
    expect(whole.calls).toEqual([`load ${src}`, 'attach']);
    stream.close();
    expect(whole.calls).toContain('destroy');
  });
});

describe('a stream that fails', () => {
  it.each([
    [404, 'missing'],
    [503, 'network'],
  ])('with status %i is reported as %s, and loads again on request', (code, failure) => {
    const { hls, stream } = open();
    hls.emit('ERROR', { ...fatal, response: { code } });
    expect(report).toHaveBeenCalledWith(failure);
    stream.retry();
    expect(hls.calls.slice(2)).toEqual([`load ${src}`]);
  });

  it('is not reported while it still plays; it loads again when the buffer ends or the network is back', () => {
    const { hls, media } = open({ readyState: 4 });
    hls.levels = [level];
    hls.emit('ERROR', { ...fatal, fatal: false });
    media.dispatchEvent(new Event('waiting'));
    expect(hls.calls).not.toContain('start');
    for (const [target, type] of [
      [media, 'waiting'],
      [window, 'online'],
    ] as const) {
      hls.emit('ERROR', fatal);
      target.dispatchEvent(new Event(type));
    }
    expect(hls.calls.filter((call) => call === 'start')).toHaveLength(2);
    expect(report).not.toHaveBeenCalled();
    hls.emit('FRAG_BUFFERED');
    expect(report).toHaveBeenCalledWith(null);
  });

  it('in the decoder is recovered once, then reported', () => {
    const { hls } = open();
    hls.levels = [level];
    const decoder = { fatal: true, type: 'media' };
    hls.emit('ERROR', decoder);
    expect(hls.calls).toContain('recover');
    expect(report).not.toHaveBeenCalled();
    hls.emit('ERROR', decoder);
    expect(report).toHaveBeenCalledWith('media');
  });
});

describe('qualities', () => {
  it('can be chosen when there are several', () => {
    const { hls, qualities } = open();
    const changed = jest.fn();
    qualities.addEventListener('change', changed);
    hls.emit('MANIFEST_PARSED', { audioTracks: [], levels: [level, { ...level, height: 1080 }] });
    expect([...qualities].map(({ id, height }) => [id, height])).toEqual([
      ['0', 720],
      ['1', 1080],
    ]);
    qualities.selectedIndex = 1;
    expect(hls.nextLevel).toBe(1);
    expect(changed).toHaveBeenCalled();
  });

  it('are not listed when there is only one', () => {
    const { hls, qualities } = open();
    hls.emit('MANIFEST_PARSED', { audioTracks: [], levels: [level] });
    expect(qualities).toHaveLength(0);
  });
});
