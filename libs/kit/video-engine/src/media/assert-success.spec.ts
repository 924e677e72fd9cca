import { describe, expect, test } from '@jest/globals';

import { assertSuccess, ToolDiedError } from './assert-success.ts';
import { MediaError } from './media-error.ts';

function failure(code: number | null, complaint: string, signal: NodeJS.Signals | null = null): Error {
  try {
    assertSuccess({ code, signal, output: '', complaint });
  } catch (error) {
    return error as Error;
  }
  throw new Error('it passed');
}

test('a run that ended well passes, whatever it grumbled', () => {
  expect(() => {
    assertSuccess({ code: 0, output: '', complaint: "Codec (bmp) not on whitelist ''" });
  }).not.toThrow();
});

describe('a run that failed', () => {
  test.each([
    ["[bmp @ 0x1] Codec (bmp) not on whitelist 'h264'", /codec that is not supported \(bmp\)/],
    ["[mov @ 0x1] Format not on whitelist 'wav'", /not a video or audio file we support/],
    ['Picture size 1x1 exceeds specified max pixel count 100, see', /too large/],
    ['/tmp/x: Invalid data found', /damaged, cut short/],
  ])('%s', (complaint, words) => {
    const error = failure(1, complaint);
    expect(error).toBeInstanceOf(MediaError);
    expect(error.message).toMatch(words);
    expect(error.message).not.toMatch(/tmp|0x1/);
    expect((error.cause as Error).message).toContain(complaint);
  });

  // Of some outputs it ends well for all that.
  test.each([0, 1])('code %p on a full disk is not the fault of the file', (code) => {
    const error = failure(code, 'av_interleaved_write_frame(): No space left on device');
    expect(error).not.toBeInstanceOf(MediaError);
    expect(error).not.toBeInstanceOf(ToolDiedError);
  });

  test('a program that was killed or had no memory left may be the fault of the file', () => {
    expect(failure(null, '', 'SIGKILL')).toBeInstanceOf(ToolDiedError);
    expect(failure(1, '[h264 @ 0x1] Cannot allocate memory')).toBeInstanceOf(ToolDiedError);
  });

  test('an output of more bytes than a program may write is the fault of the file', () => {
    expect(failure(null, '', 'SIGXFSZ')).toBeInstanceOf(MediaError);
    expect(failure(1, 'av_interleaved_write_frame(): File too large')).toBeInstanceOf(MediaError);
  });
});
