import { expect, test } from '@jest/globals';

import { isLongEncode, planPackaging } from './packaging-plan.ts';
import type { SourceFacts, VideoFacts } from '../probing/probe.ts';

const FROM_ZERO = { start: 0, isTrimmed: false };
const H264: VideoFacts = {
  index: 0,
  ...FROM_ZERO,
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
const AAC = { ...FROM_ZERO, index: 1, codec: 'aac', channels: 2, sampleRate: 48_000 };
const MP3 = { ...AAC, codec: 'mp3' };
const THREE_HOURS = 10_800;

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
    hasUnreadable: false,
    ...parts,
  };
}

test.each([
  ['a copy of picture and sound', facts(THREE_HOURS, { video: H264, audio: AAC }), false],
  ['a copy of sound', facts(THREE_HOURS, { audio: AAC }), false],
  ['a short picture', facts(20, { video: { ...H264, codec: 'vp9' } }), false],
  ['a picture of half a minute', facts(30, { video: { ...H264, codec: 'vp9' } }), true],
  ['ten minutes of sound', facts(600, { audio: MP3 }), false],
  ['hours of sound', facts(THREE_HOURS, { audio: MP3 }), true],
  ['hours of sound beside a copied picture', facts(THREE_HOURS, { video: H264, audio: MP3 }), true],
  ['sound without a declared length', facts(undefined, { audio: MP3 }), true],
])('isLongEncode: %s', (_, source, isLong) => {
  expect(isLongEncode(source)).toBe(isLong);
});

test('sound is copied only when its framing fits and it has at most two channels', () => {
  const copies = (source: SourceFacts): boolean =>
    planPackaging(source).options.join(' ').includes('-c:a copy');
  expect(copies(facts(60, { audio: AAC }))).toBe(true);
  expect(copies(facts(60, { audio: { ...AAC, channels: 6 } }))).toBe(false);
  expect(copies(facts(60, { audio: AAC, format: 'mpegts' }))).toBe(false);
});
