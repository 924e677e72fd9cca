import { jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import type { PlayerStageProps } from '../components/player/player-stage.tsx';

// The real player needs a browser. Importing this module replaces it with a plain media element.
jest.unstable_mockModule('../components/player/player-stage.tsx', () => ({
  PlayerStage: ({ onElement, src, captionsUrl, captionsLanguage, missingReason }: PlayerStageProps) => (
    <video ref={onElement} data-testid="media" src={src}>
      {captionsUrl ? <track src={captionsUrl} srcLang={captionsLanguage} /> : null}
      {missingReason}
    </video>
  ),
}));

export const play = jest.fn(() => Promise.resolve());
export const pause = jest.fn();

beforeEach(() => {
  play.mockClear();
  pause.mockClear();
  HTMLMediaElement.prototype.play = play;
  HTMLMediaElement.prototype.pause = pause;
  Object.defineProperty(HTMLMediaElement.prototype, 'readyState', { configurable: true, value: 1 });
});

/** Moves the player to a time, in seconds. */
export function playAt(media: HTMLMediaElement, seconds: number): void {
  media.currentTime = seconds;
  fireEvent.timeUpdate(media);
}
