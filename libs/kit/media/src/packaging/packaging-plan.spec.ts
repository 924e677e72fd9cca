import { expect, test } from '@jest/globals';
import type { SourceFacts } from '../probing/probe.ts';
import type { VideoFacts } from '../probing/video-facts.ts';
import { isLongEncode, planPackaging } from './packaging-plan.ts';

const fromZero = { start: 0, isTrimmed: false };
const h264: VideoFacts = {
  index: 0,
  ...fromZero,
  codec: 'h264',
  pixelFormat: 'yuv420p',
  width: 1280,
  height: 720,
  storedWidth: 1280,
  storedHeight: 720,
  frameRate: 25,
  isRotated: false,
  isSquare: true,
  isInterlaced: false,
  timeUnit: 0.001,
};
const aac = { ...fromZero, index: 1, codec: 'aac', channels: 2, sampleRate: 48_000 };
const mp3 = { ...aac, codec: 'mp3' };
const threeHoursSeconds = 10_800;

function facts(duration: number | undefined, parts: Partial<SourceFacts>): SourceFacts {
  return {
    format: 'mov,mp4',
    duration,
    bytes: 1000,
    ends: { file: duration, tracks: new Map() },
    video: undefined,
    audio: undefined,
    sounds: [],
    pictures: [],
    empty: [],
    hasUnreadable: false,
    ...parts,
  };
}

test.each([
  ['a copy of picture and sound', facts(threeHoursSeconds, { video: h264, audio: aac }), false],
  ['a copy of sound', facts(threeHoursSeconds, { audio: aac }), false],
  ['a short picture', facts(20, { video: { ...h264, codec: 'vp9' } }), false],
  ['a picture of half a minute', facts(30, { video: { ...h264, codec: 'vp9' } }), true],
  ['ten minutes of sound', facts(600, { audio: mp3 }), false],
  ['hours of sound', facts(threeHoursSeconds, { audio: mp3 }), true],
  ['hours of sound beside a copied picture', facts(threeHoursSeconds, { video: h264, audio: mp3 }), true],
  ['sound without a declared length', facts(undefined, { audio: mp3 }), true],
])('isLongEncode: %s', (_, source, isLong) => expect(isLongEncode(source)).toBe(isLong));

test('sound is copied only when its framing fits and it has at most two channels', () => {
  const copies = (source: SourceFacts): boolean =>
    planPackaging(source).options.join(' ').includes('-c:a copy');
  expect(copies(facts(60, { audio: aac }))).toBe(true);
  expect(copies(facts(60, { audio: { ...aac, channels: 6 } }))).toBe(false);
  expect(copies(facts(60, { audio: aac, format: 'mpegts' }))).toBe(false);
});
