import { creatorAfterMove, moveProblem } from './move.ts';

const video = { assetId: 'a', state: 'ready', failure: null, selection: null, recognition: null } as const;
const failed = (step: 'uploading' | 'captioning') => ({
  ...video,
  state: 'failed' as const,
  failure: { step, reason: 'It failed.', isRetryable: true },
});

describe(moveProblem, () => {
  it('lets a video move that is ready or failed, and on which nothing works', () => {
    expect([video, failed('captioning')].map(moveProblem)).toEqual([undefined, undefined]);
  });

  it.each([
    [{ ...video, assetId: '', state: 'uploading' }, 'Wait until the upload has finished.'],
    [failed('uploading'), 'Wait until the upload has finished.'],
    [{ ...video, state: 'chaptering' }, 'Wait until the video has been processed.'],
    [
      { ...video, selection: { assetId: 'b', keepsCaptions: true } },
      'Wait until the other sound or picture is ready.',
    ],
    [{ ...video, recognition: { trackId: 't' } }, 'Wait until the words have been recognised again.'],
  ] as const)('%j waits', (of, problem) => {
    expect(moveProblem(of)).toBe(problem);
  });
});

describe(creatorAfterMove, () => {
  it('is the person of the first workspace, except in their own', () => {
    expect(creatorAfterMove({ ownerId: 'ada' }, 'acme')).toBe('ada');
    expect(creatorAfterMove({ ownerId: 'acme', createdBy: 'ada' }, 'bo')).toBe('ada');
    expect(creatorAfterMove({ ownerId: 'acme', createdBy: 'ada' }, 'ada')).toBeUndefined();
  });
});
