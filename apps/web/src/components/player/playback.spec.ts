import { jest } from '@jest/globals';
import { Playback } from './playback.ts';

test('a span pauses at its end, and a jump cancels it', () => {
  const element = document.createElement('video');
  Object.defineProperty(element, 'readyState', { value: 4 });
  element.play = jest.fn(() => Promise.resolve());
  const pause = (element.pause = jest.fn());
  const playback = new Playback();
  playback.attach(element);
  const playTo = (seconds: number) => {
    element.currentTime = seconds;
    element.dispatchEvent(new Event('timeupdate'));
  };
  playback.playSpan({ from: 70, to: 80 });
  expect([element.currentTime, playback.time]).toEqual([70, 70]);
  playTo(79.8);
  expect(pause).not.toHaveBeenCalled();
  playTo(80.1);
  expect(pause).toHaveBeenCalledTimes(1);
  playTo(90);
  playback.endSpan();
  expect(pause).toHaveBeenCalledTimes(1);
  playback.playSpan({ from: 70, to: 80 });
  playback.seek(75);
  playTo(81);
  expect(pause).toHaveBeenCalledTimes(1);
  playback.playSpan({ from: 70, to: 80 });
  playback.endSpan();
  expect(pause).toHaveBeenCalledTimes(2);
});

test('a span counts as a pause, and ends when another position is shown', () => {
  const element = document.createElement('video');
  Object.defineProperty(element, 'readyState', { value: 4 });
  let isPaused = true;
  Object.defineProperty(element, 'paused', { get: () => isPaused });
  element.play = jest.fn(() => Promise.resolve(void (isPaused = false)));
  element.pause = jest.fn(() => void (isPaused = true));
  const playback = new Playback();
  playback.attach(element);
  playback.playSpan({ from: 70, to: 71 });
  expect([isPaused, playback.isIdle]).toEqual([false, true]);
  playback.show(75);
  expect([isPaused, playback.isIdle]).toEqual([true, true]);
  playback.seek(80);
  expect(playback.isIdle).toBe(false);
  playback.show(90);
  expect(isPaused).toBe(false);
});

test('the position changes at once after a skip, before the player reports it', () => {
  const element = document.createElement('video');
  Object.defineProperty(element, 'readyState', { value: 4 });
  const playback = new Playback();
  playback.attach(element);
  playback.show(30);
  playback.skip(-10);
  expect(playback.time).toBe(20);
  expect(element.currentTime).toBe(20);
  playback.skip(-100);
  expect(playback.time).toBe(0);
});
