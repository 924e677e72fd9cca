import { useSyncExternalStore } from 'react';
import { Listeners } from '../../lib/state/listeners.ts';
import { requiredContext } from '../../lib/state/required-context.ts';

/** A position so near to another one is the same, in seconds. */
const sameSeconds = 0.5;
const timeEvents = ['timeupdate', 'seeking'] as const;

/** The speeds of the player's menu. */
export const speeds: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

function nearestSpeed(rate: number): number {
  const distances = speeds.map((speed) => Math.abs(speed - rate));
  return distances.indexOf(Math.min(...distances));
}

/** The player's position and controls, shared by all components of the page. */
export class Playback {
  #element: HTMLMediaElement | null = null;
  #time = 0;
  /** A position that was requested before the player or its media was loaded. */
  #requested: { readonly seconds: number; readonly isPlaying: boolean } | null = null;
  /** Where {@link playSpan} pauses, in seconds; null while no span plays. */
  #spanEnd: number | null = null;
  /** See {@link openedAt}. */
  #openedAt: number | null = null;
  /** See {@link isUsed}. */
  #isUsed = false;
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;

  /** Current position in seconds. */
  get time(): number {
    return this.#time;
  }

  /** The position that a link opened, such as a search result, until somebody moves to another one; null without. */
  get openedAt(): number | null {
    return this.#openedAt;
  }

  /** Whether the video has played or somebody has chosen a position, also by a link. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Whether nothing plays, or only a span. */
  get isIdle(): boolean {
    return this.#spanEnd !== null || (this.#element?.paused ?? true);
  }

  /** Connects to the media element; null disconnects. */
  readonly attach = (element: HTMLMediaElement | null): void => {
    for (const type of timeEvents) this.#element?.removeEventListener(type, this.#readTime);
    this.#element?.removeEventListener('seeking', this.#forgetOpened);
    this.#element?.removeEventListener('loadedmetadata', this.#applyRequested);
    this.#element = element;
    for (const type of timeEvents) element?.addEventListener(type, this.#readTime);
    element?.addEventListener('seeking', this.#forgetOpened);
    element?.addEventListener('loadedmetadata', this.#applyRequested);
    this.#applyRequested();
  };

  /** Jumps to a position and plays from there. */
  seek(seconds: number): void {
    this.#jump(seconds, true);
  }

  /** Jumps to the position of a link that was opened. @param isPlaying also plays from there */
  open(seconds: number, isPlaying: boolean): void {
    this.#jump(seconds, isPlaying);
    this.#openedAt = seconds;
  }

  /** Plays from one position to another, and pauses there. */
  playSpan({ from, to }: { readonly from: number; readonly to: number }): void {
    this.seek(from);
    this.#spanEnd = to;
  }

  /** Pauses if a span still plays. */
  endSpan(): void {
    if (this.#spanEnd !== null) this.pause();
  }

  /** Jumps to a position without starting or stopping; a span ends. */
  show(seconds: number): void {
    this.endSpan();
    this.#jump(seconds, false);
  }

  /** Jumps by some seconds, back when negative, without starting or stopping. */
  skip(seconds: number): void {
    if (this.#element) this.show(Math.max(0, this.#element.currentTime + seconds));
  }

  /** Mutes or unmutes. */
  toggleSound(): void {
    this.#send(this.#element?.muted ? 'mediaunmuterequest' : 'mediamuterequest');
  }

  /** Changes the volume by a share of the maximum; negative makes it quieter. */
  changeVolume(share: number): void {
    const { volume = 1, muted = false } = this.#element ?? {};
    if (muted && share > 0) this.#send('mediaunmuterequest');
    this.#send('mediavolumerequest', Math.min(1, Math.max(0, volume + share)));
  }

  /** Selects the next speed of the player's menu, or the previous one when negative. */
  changeSpeed(steps: 1 | -1): void {
    if (!this.#element) return;
    const at = nearestSpeed(this.#element.playbackRate);
    this.#element.playbackRate = speeds[Math.min(speeds.length - 1, Math.max(0, at + steps))] ?? 1;
  }

  /** Shows or hides the captions. */
  toggleCaptions(): void {
    this.#send('mediatogglesubtitlesrequest');
  }

  /** Enters or leaves full screen. */
  toggleFullScreen(): void {
    this.#send(document.fullscreenElement ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest');
  }

  /** Pauses, also when playback was about to start. */
  pause(): void {
    this.#spanEnd = null;
    if (this.#requested) this.#requested = { ...this.#requested, isPlaying: false };
    this.#element?.pause();
  }

  /** Plays when paused, pauses when playing. */
  toggle(): void {
    if (this.#element?.paused) this.seek(this.#element.currentTime);
    else this.#element?.pause();
  }

  /** Sends the request that the player's own buttons send, so that the player also stores the user's preference. */
  #send(request: string, detail?: number): void {
    this.#element?.dispatchEvent(new CustomEvent(request, { bubbles: true, composed: true, detail }));
  }

  #jump(seconds: number, isPlaying: boolean): void {
    this.#spanEnd = null;
    this.#openedAt = null;
    this.#requested = { seconds, isPlaying };
    this.#set(seconds);
    this.#applyRequested();
  }

  readonly #forgetOpened = (): void => {
    const distance = Math.abs((this.#element?.currentTime ?? 0) - (this.#openedAt ?? 0));
    if (!this.#requested && distance > sameSeconds) this.#openedAt = null;
  };

  /** Seeks to the requested position: at once, and again when the metadata of the media is loaded. */
  readonly #applyRequested = (): void => {
    if (!this.#requested || !this.#element) return;
    const { seconds, isPlaying } = this.#requested;
    if (this.#element.readyState >= 1) this.#requested = null;
    this.#element.currentTime = seconds;
    if (!isPlaying) return;
    this.#element.play().catch(() => {
      // A browser may block autoplay. The position is set, and the user can press play.
    });
  };

  readonly #readTime = (): void => {
    // Until the requested position is applied, the player's own time is outdated.
    if (this.#requested) return;
    this.#set(this.#element?.currentTime ?? 0);
    if (this.#spanEnd !== null && this.#time >= this.#spanEnd) this.pause();
  };

  #set(seconds: number): void {
    this.#isUsed ||= this.#requested !== null || this.#element?.paused === false || seconds !== this.#time;
    this.#time = seconds;
    this.#listeners.notify();
  }
}

export const [PlaybackContext, usePlayback] = requiredContext<Playback>('PlaybackContext');

/** A value derived from the position; re-renders only when the value changes. */
export function usePlaybackValue<Value extends number | string | boolean>(
  select: (seconds: number) => Value,
): Value {
  const playback = usePlayback();
  return useSyncExternalStore(playback.subscribe, () => select(playback.time));
}
