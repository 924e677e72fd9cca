import { describe, expect, test } from '@jest/globals';
import { assertSuccess, ToolCrashedError } from './assert-success.ts';
import { MediaError } from './media-error.ts';

function failure(code: number | null, stderr: string, signal: NodeJS.Signals | null = null): Error {
  try {
    assertSuccess({ code, signal, output: '', stderr });
  } catch (error) {
    return error as Error;
  }
  throw new Error('it did not throw');
}

test('a run with exit code 0 passes, also with warnings', () => {
  expect(() =>
    assertSuccess({ code: 0, output: '', stderr: "Codec (bmp) not on whitelist ''" }),
  ).not.toThrow();
});

describe('a run that failed', () => {
  test.each([
    ["[bmp @ 0x1] Codec (bmp) not on whitelist 'h264'", /codec that is not supported \(bmp\)/],
    ["[mov @ 0x1] Format not on whitelist 'wav'", /of another format\. Accepted formats: MP4, /],
    ['Picture size 1x1 exceeds specified max pixel count 100, see', /too large/],
    ['/tmp/x: Invalid data found', /damaged, cut short/],
  ])('%s', (stderr, message) => {
    const error = failure(1, stderr);
    expect(error).toBeInstanceOf(MediaError);
    expect(error.message).toMatch(message);
    expect(error.message).not.toMatch(/tmp|0x1/);
    expect((error.cause as Error).message).toContain(stderr);
  });

  // With some outputs ffmpeg exits with 0 on a full disk.
  test.each([0, 1])('code %p on a full disk is not caused by the file', (code) => {
    const error = failure(code, 'av_interleaved_write_frame(): No space left on device');
    expect(error).not.toBeInstanceOf(MediaError);
    expect(error).not.toBeInstanceOf(ToolCrashedError);
  });

  test('the file may be the cause when a program was killed or ran out of memory', () => {
    expect(failure(null, '', 'SIGKILL')).toBeInstanceOf(ToolCrashedError);
    expect(failure(1, '[h264 @ 0x1] Cannot allocate memory')).toBeInstanceOf(ToolCrashedError);
  });

  test('the file is the cause of an output above the maximum file size', () => {
    expect(failure(null, '', 'SIGXFSZ')).toBeInstanceOf(MediaError);
    expect(failure(1, 'av_interleaved_write_frame(): File too large')).toBeInstanceOf(MediaError);
  });
});
