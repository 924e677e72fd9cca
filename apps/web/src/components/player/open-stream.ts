import Hls from 'hls.js/light';
import type { ErrorData, HlsConfig } from 'hls.js';
import { loadChunk } from '../../lib/browser/load-chunk.ts';
import type { QualityList } from './quality-list.ts';

/** Why a stream does not play. `missing`: the host has no such video. */
export type StreamFailure = 'network' | 'missing' | 'media' | 'unsupported';

/** Called with the failure, and with null as soon as the stream loads. */
type Report = (failure: StreamFailure | null) => void;

export interface OpenStream {
  /** Loads again after a failure. */
  retry(): void;
  close(): void;
}

type Player = typeof Hls;

/** The content policy allows no worker. Captions are separate tracks, so captions in the stream are not read. */
const settings: Partial<HlsConfig> = {
  enableWorker: false,
  backBufferLength: 30,
  capLevelOnFPSDrop: true,
  subtitleStreamController: undefined,
  subtitleTrackController: undefined,
  timelineController: undefined,
};

/** A decoder that fails again within this time does not recover. */
const recoveryMs = 10_000;
/** `HTMLMediaElement.HAVE_FUTURE_DATA`: it can play on. */
const canPlayOn = 3;
/** `MediaError.MEDIA_ERR_DECODE`. */
const notDecoded = 3;
const missingStatuses: readonly (number | undefined)[] = [403, 404, 410];

/**
 * Whether the browser's own HLS plays the stream. Where there is AirPlay, it does: AirPlay does not work with media
 * source extensions, which iPhones may not have at all.
 */
function playsItself(media: HTMLMediaElement): boolean {
  const hasHls = media.canPlayType('application/vnd.apple.mpegurl') !== '';
  return hasHls && ('WebKitPlaybackTargetAvailabilityEvent' in window || !Hls.isSupported());
}

function failureOf({ response }: ErrorData): StreamFailure {
  return missingStatuses.includes(response?.code) ? 'missing' : 'network';
}

function playOn(media: HTMLMediaElement): void {
  media.play().catch(() => {
    // The browser does not allow it; the user can press play.
  });
}

function openNatively(media: HTMLMediaElement, src: string, report: Report): OpenStream {
  const fail = () => report(media.error?.code === notDecoded ? 'media' : 'network');
  const succeed = () => report(null);
  media.addEventListener('error', fail);
  media.addEventListener('loadeddata', succeed);
  media.src = src;
  return {
    retry: () => {
      const { currentTime, paused } = media;
      media.load();
      media.currentTime = currentTime;
      if (!paused) playOn(media);
    },
    close: () => {
      media.removeEventListener('error', fail);
      media.removeEventListener('loadeddata', succeed);
      media.removeAttribute('src');
      media.load();
    },
  };
}

interface HlsParts {
  readonly media: HTMLMediaElement;
  readonly src: string;
  readonly report: Report;
  readonly qualities: QualityList;
  /** Called when the stream has its sound in separate playlists, which the light player does not read. */
  readonly onSeparateSound?: () => void;
}

function openWithHls(
  player: Player,
  { media, src, report, qualities, onSeparateSound }: HlsParts,
): OpenStream {
  const hls = new player(settings);
  const { Events, ErrorTypes } = player;
  /** The player has given up loading, after its own retries. */
  let hasStopped = false;
  let recoveredAt = -Infinity;

  const retry = () => {
    hasStopped = false;
    if (hls.levels.length === 0) hls.loadSource(src);
    else hls.startLoad();
  };
  const resume = () => {
    if (hasStopped) retry();
  };
  // Without a level there is no codec that this browser has.
  const mayRecover = () => hls.levels.length > 0 && performance.now() - recoveredAt > recoveryMs;
  const recover = () => {
    recoveredAt = performance.now();
    const { paused } = media;
    hls.recoverMediaError();
    if (!paused) playOn(media);
  };

  hls.on(Events.MANIFEST_PARSED, (_event, { audioTracks, levels }) => {
    if (onSeparateSound && audioTracks.some(({ url }) => url)) onSeparateSound();
    else
      qualities.show(levels, (index) => {
        hls.nextLevel = index;
      });
  });
  hls.on(Events.FRAG_BUFFERED, () => report(null));
  hls.on(Events.ERROR, (_event, data) => {
    if (!data.fatal) return;
    if (data.type === ErrorTypes.NETWORK_ERROR) {
      hasStopped = true;
      // What is buffered still plays. When it ends, `waiting` loads again, and only a failure of that is reported.
      if (media.readyState < canPlayOn) report(failureOf(data));
    } else if (data.type === ErrorTypes.MEDIA_ERROR && mayRecover()) recover();
    else report('media');
  });
  media.addEventListener('waiting', resume);
  window.addEventListener('online', resume);
  hls.loadSource(src);
  hls.attachMedia(media);
  return {
    retry,
    close: () => {
      media.removeEventListener('waiting', resume);
      window.removeEventListener('online', resume);
      qualities.clear();
      hls.destroy();
    },
  };
}

/** Plays an HLS stream in a media element, by hls.js or by the browser itself. */
export function openStream(
  media: HTMLMediaElement,
  src: string,
  { report, qualities }: { report: Report; qualities: QualityList },
): OpenStream {
  if (playsItself(media)) return openNatively(media, src, report);
  if (!Hls.isSupported()) {
    report('unsupported');
    return { retry: () => undefined, close: () => undefined };
  }
  let isClosed = false;
  const parts = { media, src, report, qualities };
  // The engine's streams have one sound inside of the picture's segments; a host may have it separately.
  const openWhole = async () => {
    opened.close();
    opened = { retry: () => void openWhole(), close: () => undefined };
    try {
      const { default: whole } = await loadChunk(() => import('hls.js'));
      if (!isClosed) opened = openWithHls(whole, parts);
    } catch {
      report('network');
    }
  };
  let opened = openWithHls(Hls, { ...parts, onSeparateSound: () => void openWhole() });
  return {
    retry: () => opened.retry(),
    close: () => {
      isClosed = true;
      opened.close();
    },
  };
}
