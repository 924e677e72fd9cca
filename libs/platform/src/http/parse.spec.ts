import { listQuery, loginBody, registerBody, saveBody } from '@vault/contracts';
import { AppError } from '@vault/base';
import { z } from 'zod';
import { parse } from './parse.ts';

function refusal(schema: z.ZodType, input: unknown): AppError {
  try {
    parse(schema, input);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('It was not refused.');
}

const login = { email: 'ada@example.com', password: 'a long pass phrase' };

describe(parse, () => {
  it('drops unknown keys', () => expect(parse(loginBody, { ...login, isAdmin: true })).toEqual(login));

  it.each<[string, z.ZodType, unknown, string]>([
    ['no body', loginBody, undefined, '"email" is missing or invalid.'],
    ['an operator', loginBody, { ...login, password: { $ne: '' } }, '"password" is missing or invalid.'],
    [
      'too long',
      loginBody,
      { ...login, password: 'x'.repeat(257) },
      '"password" must be at most 256 characters long.',
    ],
    ['too many', z.object({ ids: z.number().max(3) }), { ids: 4 }, '"ids" must be at most 3.'],
    ['no address', loginBody, { ...login, email: 'ada' }, 'Please enter a valid email address.'],
    [
      'too short',
      registerBody,
      { ...login, firstname: 'A', lastname: 'B', password: 'short' },
      'Please choose a password of at least 8 characters.',
    ],
    ['nothing to save', saveBody, { passthrough: 'id' }, 'Send a title, a description or chapters to save.'],
    ['an odd id', saveBody, { passthrough: '../../etc', title: 'T' }, 'That is not a video id.'],
    ['only spaces', saveBody, { passthrough: 'v', title: '  ' }, 'Please give the video a title.'],
    ['page 0', listQuery, { page: '0' }, '"page" must be at least 1.'],
    ['a list', loginBody, [], 'The request could not be read.'],
    ['a word', loginBody, 'word', 'The request could not be read.'],
  ])('%s is refused with a sentence for people', (_, schema, input, words) => {
    expect(refusal(schema, input)).toMatchObject({ code: 'invalid-input', message: words });
  });

  it('limits the page size instead of refusing it', () => {
    expect(parse(listQuery, { limit: '5000' })).toMatchObject({ limit: 100, page: 1 });
  });
});
