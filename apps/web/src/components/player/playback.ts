import { createContext, useContext, useSyncExternalStore } from 'react';

const followed = ['timeupdate', 'seeking'] as const;

/** Those of the player's menu. */
const speeds: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

function nearestSpeed(rate: number): number {
  const distances = speeds.map((speed) => Math.abs(speed - rate));
  return distances.indexOf(Math.min(...distances));
}

/** The player's element has controls; a plain media element has none. */
type PlayerElement = HTMLMediaElement & { readonly mediaController?: EventTarget | null };

/** The player's clock, shared by everything on the page that moves with it or moves it. */
export class Playback {
  #element: PlayerElement | null = null;
  #time = 0;
  /** A position that was asked for before there was a player, or media in it, to take it. */
  #wanted: { readonly seconds: number; readonly isPlaying: boolean } | null = null;
  readonly #listeners = new Set<() => void>();

  /** Current position in seconds. */
  get time(): number {
    return this.#time;
  }

  /** Binds to the media element once there is one; null lets go of it. */
  readonly attach = (element: HTMLMediaElement | null): void => {
    for (const type of followed) this.#element?.removeEventListener(type, this.#follow);
    this.#element?.removeEventListener('loadedmetadata', this.#catchUp);
    this.#element = element;
    for (const type of followed) element?.addEventListener(type, this.#follow);
    element?.addEventListener('loadedmetadata', this.#catchUp);
    this.#catchUp();
  };

  /** Jumps to a position and plays from there. */
  seek(seconds: number): void {
    this.#go(seconds, true);
  }

  /** Jumps to a position without starting or stopping. */
  show(seconds: number): void {
    this.#go(seconds, false);
  }

  /** Jumps by some seconds, back when negative, without starting or stopping. */
  skip(seconds: number): void {
    if (this.#element) this.show(Math.max(0, this.#element.currentTime + seconds));
  }

  /** Switches the sound off, or on again. */
  toggleSound(): void {
    this.#press(this.#element?.muted ? 'mediaunmuterequest' : 'mediamuterequest');
  }

  /** Makes it louder by a share of the whole, or quieter when negative. */
  changeVolume(share: number): void {
    const { volume = 1, muted = false } = this.#element ?? {};
    if (muted && share > 0) this.#press('mediaunmuterequest');
    this.#press('mediavolumerequest', Math.min(1, Math.max(0, volume + share)));
  }

  /** Goes on to the next speed of the player's own steps, or back when negative. */
  changeSpeed(steps: 1 | -1): void {
    if (!this.#element) return;
    const at = nearestSpeed(this.#element.playbackRate);
    this.#element.playbackRate = speeds[Math.min(speeds.length - 1, Math.max(0, at + steps))] ?? 1;
  }

  /** Shows the captions, or takes them away. */
  toggleCaptions(): void {
    this.#press('mediatogglesubtitlesrequest');
  }

  /** Gives the player the whole screen, or the page back. */
  toggleFullScreen(): void {
    this.#press(document.fullscreenElement ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest');
  }

  /** Stops where it is, also when it was about to play. */
  pause(): void {
    if (this.#wanted) this.#wanted = { ...this.#wanted, isPlaying: false };
    this.#element?.pause();
  }

  /** Plays when paused, pauses when playing. */
  toggle(): void {
    if (this.#element?.paused) this.seek(this.#element.currentTime);
    else this.#element?.pause();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks the player's controls for what their own buttons ask, so that they also remember it as they do. */
  #press(request: string, detail?: number): void {
    const controls = this.#element?.mediaController ?? this.#element;
    controls?.dispatchEvent(new CustomEvent(request, { bubbles: true, composed: true, detail }));
  }

  #go(seconds: number, isPlaying: boolean): void {
    this.#set(seconds);
    this.#wanted = { seconds, isPlaying };
    this.#catchUp();
  }

  /** Takes the player to where it is wanted: at once, and again when it has come to know its media. */
  readonly #catchUp = (): void => {
    if (!this.#wanted || !this.#element) return;
    const { seconds, isPlaying } = this.#wanted;
    if (this.#element.readyState >= 1) this.#wanted = null;
    this.#element.currentTime = seconds;
    if (!isPlaying) return;
    this.#element.play().catch(() => {
      // A browser may refuse to start by itself; the position is right and the play button is there.
    });
  };

  readonly #follow = (): void => {
    // Before it has caught up, the player's own time is no news.
    if (!this.#wanted) this.#set(this.#element?.currentTime ?? 0);
  };

  #set(seconds: number): void {
    this.#time = seconds;
    for (const listener of this.#listeners) listener();
  }
}

export const PlaybackContext = createContext<Playback | null>(null);

/** The page's player. */
export function usePlayback(): Playback {
  const playback = useContext(PlaybackContext);
  if (!playback) throw new Error('usePlayback needs a PlaybackContext above it.');
  return playback;
}

/** Something that follows from the position; re-renders only when that something changes. */
export function usePlaybackValue<Value extends number | string | boolean>(
  select: (seconds: number) => Value,
): Value {
  const playback = usePlayback();
  return useSyncExternalStore(playback.subscribe, () => select(playback.time));
}
