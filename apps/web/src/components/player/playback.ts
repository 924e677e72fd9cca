import { createContext, useContext, useSyncExternalStore } from 'react';

const followed = ['timeupdate', 'seeking'] as const;

/** The player's clock, shared by everything on the page that moves with it or moves it. */
export class Playback {
  #element: HTMLMediaElement | null = null;
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
    if (this.#element) this.#element.currentTime = Math.max(0, this.#element.currentTime + seconds);
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
