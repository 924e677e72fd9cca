import { Playback } from './playback.ts';

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
