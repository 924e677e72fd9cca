import { AppError, toAppError } from './app-error.ts';

const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });

describe(toAppError, () => {
  it('keeps an AppError', () => {
    const error = AppError.notFound('The video');
    expect(toAppError(error)).toBe(error);
  });

  it('hides the details of an unknown failure and keeps it as the cause', () => {
    const error = new Error('connect ECONNREFUSED 10.0.0.7:27017');
    expect(toAppError(error)).toMatchObject({ code: 'internal', cause: error });
    expect(toAppError(error).message).not.toContain('10.0.0.7');
  });

  it.each([
    ['SQLite', full],
    ['the system', Object.assign(new Error('write'), { code: 'ENOSPC' })],
    ['a store', new Error('insert failed', { cause: full })],
  ])('reports that the disk is full when %s reports it', (_, error) => {
    expect(toAppError(error)).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('disk') as unknown,
    });
  });
});
