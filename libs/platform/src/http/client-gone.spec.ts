import { EventEmitter } from 'node:events';
import { AppError } from '@vault/base';
import { whenClosed } from './client-gone.ts';

describe(whenClosed, () => {
  it('aborts when the client leaves, which is no failure of the server', () => {
    const response = new EventEmitter();
    const signal = whenClosed(response);
    expect(signal.aborted).toBe(false);
    response.emit('close');
    expect(signal.reason).toBeInstanceOf(AppError);
    expect(signal.reason).toMatchObject({ code: 'gone' });
  });
});
