import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  type CheckOptions,
  both,
  checkTimeline,
  exactSeconds,
  webmCodecs,
} from '../testing/check-timeline.ts';
import { ffmpeg, makeFolder } from '../testing/fixtures.ts';
import {
  type Recording,
  findSignals,
  joinFragments,
  makeFlashes,
  trackTimes,
} from '../testing/flash-and-beep.ts';
import { inFullRun } from '../testing/full-run.ts';
import { makeTools } from '../testing/media-tools.ts';
import { ingest } from '../testing/packaging.ts';
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

describe('one timeline from the earliest sample', () => {
  const [latePicture, lateSound] = both(2);
  test.each([
    ['mp4', ...latePicture],
    ['mkv', ...lateSound],
  ] as const)('in %s, and all that is made of it: %s', (container, name, recording) =>
    check(`${name}.${container}`, recording, { how: 'everything' }),
  );
  const [slightlyLatePicture, slightlyLateSound] = both(0.5);
  test(`in a transport stream: ${slightlyLateSound[0]}`, () => check('late.ts', slightlyLateSound[1]));
  test(`in WebM: ${slightlyLatePicture[0]}`, () =>
    check('late.webm', slightlyLatePicture[1], { codecs: webmCodecs }));
  test('the sound ends before the picture', () =>
    check('sound-ends.mp4', { picture: [0, 14], sound: [0, 5], signal: 3 }));

  test('samples before the beginning of an edit list are not shown, nor heard', async () => {
    const whole = await makeFlashes(join(folder.path, 'whole.mp4'), {
      picture: [0, 12],
      sound: [0, 12],
      signal: 6,
    });
    const cut = join(folder.path, 'cut.mp4');
    // Without an encode, the first picture that can be decoded is that at 2 s.
    await ffmpeg('-ss', '3.2', '-i', whole, '-c', 'copy', cut);
    const { mp4, playlist } = await ingest(tools, cut, folder.path);
    for (const file of [mp4, await joinFragments(playlist)]) {
      const { flash, beep } = await findSignals(file, ['-ignore_editlist', String(Number(file !== mp4))]);
      const zero = file === mp4 ? 0 : (await trackTimes(file, 'v')).start;
      expect([
        Math.abs(flash - zero - 2.8) < exactSeconds,
        Math.abs(beep - zero - 2.8) < exactSeconds,
        flash,
        beep,
      ]).toEqual([true, true, flash, beep]);
    }
  });

  test.each([[0, 3], ...inFullRun([[3, 0]])])(
    'silence from %d s, then the chosen sound from %d s',
    async (silence, sound) => {
      const recording: Recording = { picture: [3, 12], sound: [sound, 12], signal: 6 };
      const spoken = await makeFlashes(join(folder.path, `spoken-${sound}.mkv`), recording);
      const source = join(folder.path, `two-sounds-${sound}.mkv`);
      await ffmpeg(
        ...['-itsoffset', String(silence), '-f', 'lavfi', '-i', `anullsrc=d=${12 - silence}`],
        ...['-copyts', '-i', spoken, '-map', '0', '-map', '1', '-c:v', 'copy', '-c:a', 'aac', source],
      );
      const { media, mp4, playlist } = await ingest(tools, source, folder.path);
      const zero = Math.min(3, sound);
      expect(media.duration).toBeCloseTo(12 - zero, 0);
      const [inFile, inStream] = [await findSignals(mp4), await findSignals(playlist)];
      for (const { flash, beep } of [inFile, inStream])
        expect(Math.abs(flash - beep)).toBeLessThan(exactSeconds);
      expect(Math.abs(inFile.flash - (6 - zero))).toBeLessThan(exactSeconds);
    },
  );

  test('a track that is not used does not count', async () => {
    const words = join(folder.path, 'words.srt');
    await writeFile(words, '1\n00:00:00,000 --> 00:00:01,000\nhello\n');
    const late = await makeFlashes(join(folder.path, 'late.mkv'), {
      picture: [3, 9],
      sound: [3, 9],
      signal: 6,
    });
    const source = join(folder.path, 'words.mkv');
    await ffmpeg(
      '-i',
      words,
      '-copyts',
      '-i',
      late,
      '-map',
      '1',
      '-map',
      '0',
      '-c:v',
      'copy',
      '-c:a',
      'copy',
      source,
    );
    const { media, mp4 } = await ingest(tools, source, folder.path);
    expect(media.duration).toBeCloseTo(6, 0);
    expect(Math.abs((await findSignals(mp4)).flash - 3)).toBeLessThan(exactSeconds);
  });
});
