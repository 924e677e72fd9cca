import mongoose from 'mongoose';
import { AppError, toAppError } from './app-error.ts';
import { isStoreUnavailable } from './is-store-unavailable.ts';

const { MongoNetworkError, MongoServerError } = mongoose.mongo;

function systemError(code: string): Error {
  return Object.assign(new Error('a socket'), { code });
}

describe(isStoreUnavailable, () => {
  it.each<[string, Error]>([
    ['a lost connection', new MongoNetworkError('closed')],
    ['a server that is no longer the primary', new MongoServerError({ code: 10_107, errmsg: 'not primary' })],
    ['a server that goes down', new MongoServerError({ code: 11_600, errmsg: 'interrupted' })],
    ['a connection that closes during a write', systemError('EPIPE')],
    [
      'a query before the first connection',
      new mongoose.MongooseError('Operation `users.findOne()` buffering timed out after 2000ms'),
    ],
    ['any of them as a cause', new Error('outer', { cause: new MongoNetworkError('closed') })],
  ])('is true for %s', (_what, error) => {
    expect(isStoreUnavailable(error)).toBe(true);
    expect(toAppError(error)).toMatchObject({ code: 'unavailable', cause: error });
  });

  it.each<[string, unknown]>([
    ['a duplicate value', new MongoServerError({ code: 11_000, errmsg: 'E11000' })],
    ['a bug in the code', new TypeError('undefined is not a function')],
    ['a model that is not registered', new mongoose.MongooseError('Schema has not been registered')],
    ['a value that is not an error', 'MongoNetworkError'],
  ])('is false for %s', (_what, error) => {
    expect(isStoreUnavailable(error)).toBe(false);
    expect(toAppError(error).code).toBe('internal');
  });

  it('does not change an error that already has a code', () => {
    const conflict = new AppError('conflict', 'Taken.', { cause: new MongoNetworkError('closed') });
    expect(toAppError(conflict)).toBe(conflict);
  });
});
