import fc from 'fast-check';
import { decideUploadAllowance } from './upload-allowance.ts';

describe('decideUploadAllowance', () => {
  it('reports the used count when the plan is full', () => {
    expect(decideUploadAllowance(2, 2)).toEqual({
      used: 2,
      videoLimit: 2,
      canUpload: false,
      msg: 'You have used 2 of 2 videos of your plan. Delete one to upload another.',
    });
  });

  it('allows exactly below the limit, and else gives a reason', () => {
    const counts = fc.nat(50);
    fc.assert(
      fc.property(counts, counts, (videoLimit, used) => {
        const { canUpload, msg } = decideUploadAllowance(used, videoLimit);
        expect(canUpload).toBe(used < videoLimit);
        expect(msg === '').toBe(canUpload);
      }),
    );
  });
});
