import { accountBody } from './account.routes.ts';
import { editEmployeeBody } from './admin.routes.ts';

const problemOf = (body: object) => editEmployeeBody.safeParse(body).error?.issues[0]?.message;

describe('an edit of a user', () => {
  it('converts a day to its last second', () => {
    const { membership_end } = editEmployeeBody.parse({ membership_end: '2026-11-18' });
    expect(membership_end).toBe(Date.UTC(2026, 10, 18, 23, 59, 59) / 1_000);
  });

  it('keeps epoch seconds unchanged', () => {
    expect(editEmployeeBody.parse({ membership_end: 1_795_000_000.5 }).membership_end).toBe(1_795_000_000.5);
  });

  it.each(['', 'soon', '2026-02-30', null, -1, Number.MAX_SAFE_INTEGER])(
    '%j is no date',
    (membership_end) => {
      expect(problemOf({ membership_end })).toBe('Please choose a date.');
    },
  );

  it.each([
    [250, 250],
    ['250', 250],
    ['-3', -3],
    [undefined, 0],
  ])('adds %j', (add_token, tokens) => {
    expect(editEmployeeBody.parse({ add_token }).add_token).toBe(tokens);
  });

  it.each(['', '1.5', 1.5, 'many', '1e9', null])('%j is no number of tokens', (add_token) => {
    expect(problemOf({ add_token })).toBe('Please enter a whole number of tokens.');
  });

  it.each([100_000_001, '-100000001'])('%j tokens are too many', (add_token) => {
    expect(problemOf({ add_token })).toBe('That is too many tokens at once.');
  });

  it.each(['', '  '])('needs a name, not %j', (firstname) => {
    expect(problemOf({ firstname })).toBe('Please fill in all fields.');
  });
});

describe('an edit of one’s own account', () => {
  it('requires at least one field', () => {
    expect(accountBody.safeParse({ more: 1 }).error?.issues[0]?.message).toBe('Send a field to change.');
    expect(accountBody.parse({ ready_mail: false })).toEqual({ ready_mail: false });
  });
});
