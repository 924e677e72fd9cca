import { AppError, type ErrorCode } from '@vault/contracts';
import { failureOf } from './failure-message.ts';
import type { Job } from './job.ts';

const job = (request: object | undefined) => ({ kind: 'quotes', request }) as unknown as Job;
const requested = job({ isReserved: true });
const failed = (code: ErrorCode) => new AppError(code, 'For the log.');

describe(failureOf, () => {
  it('names a wrong setting to the person who requested a text, at once', () => {
    expect(failureOf(failed('switched-off'), requested)).toEqual({
      code: 'switched-off',
      msg: 'The quotes could not be written. Generated text is switched off by a wrong setting of this server. No tokens were charged. Its administrator can see which one.',
      isFinal: true,
    });
  });

  it('lets automatic work wait until the setting is right', () => {
    expect(failureOf(failed('switched-off'), job(undefined))).toMatchObject({
      code: 'unavailable',
      isFinal: false,
    });
  });

  it('lets a person try again after an outage, and after a fault', () => {
    const outage = failureOf(failed('unavailable'), requested);
    expect(outage).toMatchObject({ code: 'unavailable', isFinal: false });
    expect(outage.msg).toMatch(/not answering.*Please try again in a few minutes\.$/);
    const fault = failureOf(new TypeError('secret'), requested);
    expect(fault).toMatchObject({ code: 'internal', isFinal: false });
    expect(fault.msg).toBe('The quotes could not be written. No tokens were charged. Please try again.');
  });
});
