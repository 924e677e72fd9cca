import { createContext, useContext, useSyncExternalStore } from 'react';

/** The player's clock, shared by everything on the page that moves with it or moves it. */
export class Playback {
  #element: HTMLMediaElement | null = null;
  #time = 0;
  /** A position was asked for before there was a player to take it. */
  #isWanted = false;
  readonly #listeners = new Set<() => void>();

  /** Current position in seconds. */
  get time(): number {
    return this.#time;
  }

  /** Binds to the media element once there is one; null lets go of it. */
  readonly attach = (element: HTMLMediaElement | null): void => {
    this.#element?.removeEventListener('timeupdate', this.#follow);
    this.#element?.removeEventListener('seeking', this.#follow);
    this.#element = element;
    element?.addEventListener('timeupdate', this.#follow);
    element?.addEventListener('seeking', this.#follow);
    if (element && this.#isWanted) this.seek(this.#time);
  };

  /** Jumps to a position and plays from there. */
  seek(seconds: number): void {
    this.#set(seconds);
    this.#isWanted = !this.#element;
    if (!this.#element) return;
    this.#element.currentTime = seconds;
    this.#element.play().catch(() => {
      // A browser may refuse to start by itself; the position is right and the play button is there.
    });
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

  readonly #follow = (): void => {
    this.#set(this.#element?.currentTime ?? 0);
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
