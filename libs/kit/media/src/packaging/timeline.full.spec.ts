import { afterAll, beforeAll, describe, jest, test } from '@jest/globals';
import { type CheckOptions, aviCodecs, both, checkTimeline, webmCodecs } from '../testing/check-timeline.ts';
import { makeFolder } from '../testing/fixtures.ts';
import type { Recording } from '../testing/flash-and-beep.ts';
import { makeTools } from '../testing/media-tools.ts';
import type { MediaTools } from '../tools/media-tools.ts';

jest.setTimeout(600_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
});
afterAll(() => folder.remove());

const check = (name: string, recording: Recording, options?: CheckOptions): Promise<void> =>
  checkTimeline({ tools, root: folder.path }, name, recording, options);

describe('one timeline, in every container and for long delays', () => {
  const [latePicture, lateSound] = both(2);
  test.each([
    ['mp4', ...lateSound],
    ['mov', ...latePicture],
    ['mov', ...lateSound],
    ['mkv', ...latePicture],
  ] as const)('in %s, and all that is made of it: %s', (container, name, recording) =>
    check(`${name}.${container}`, recording, { how: 'everything' }),
  );
  const [slightlyLatePicture, slightlyLateSound] = both(0.5);
  test(`in a transport stream: ${slightlyLatePicture[0]}`, () => check('late.ts', slightlyLatePicture[1]));
  test(`in WebM: ${slightlyLateSound[0]}`, () =>
    check('late.webm', slightlyLateSound[1], { codecs: webmCodecs }));
  test.each([...both(0.04), ...both(8)])('in MP4: %s', (name, recording) => check(`${name}.mp4`, recording));
  test.each(
    ['mov', 'mkv'].flatMap((container) =>
      both(0.5).map(([name, recording]) => [container, name, recording] as const),
    ),
  )('in %s: %s', (container, name, recording) => check(`${name}.${container}`, recording));
  test.each(both(8))('in WebM: %s', (name, recording) =>
    check(`${name}.webm`, recording, { codecs: webmCodecs }),
  );
  test('in AVI, whose sound always begins at zero: the picture begins 2 s after it', () =>
    check('late-picture.avi', latePicture[1], { codecs: aviCodecs }));
  test('half a minute without sound, and without a picture', async () => {
    const [[, latePicture], [, lateSound]] = both(30);
    await check('very-late-picture.mp4', latePicture);
    await check('very-late-sound.mkv', lateSound);
  });
  test.each(['mp4', 'mkv', 'ts'])('in %s: one track ends before the other', async (container) => {
    await check(`sound-ends.${container}`, { picture: [0, 14], sound: [0, 5], signal: 3 });
    await check(`picture-ends.${container}`, { picture: [0, 5], sound: [0, 14], signal: 3 });
  });
  test('the picture ends half a minute before the sound', () =>
    check('picture-ends-early.mp4', { picture: [0, 5], sound: [0, 40], signal: 3 }));
});
