import { accountBody } from '../account.routes.ts';
import { editEmployeeBody } from '../admin.routes.ts';
import { registerBody } from '../auth.routes.ts';
import { saveBody } from '../video.routes.ts';

const person = {
  email: 'Ada@Example.com ',
  password: 'a long pass phrase',
  firstname: 'Ada',
  lastname: 'Byron',
};

describe('text that people type', () => {
  it('loses invisible characters', () => {
    const parsed = saveBody.parse({
      passthrough: 'id',
      title: ' a\u0000b\u202Ec\n',
      description: 'one\r\ntwo\u0007',
    });
    expect(parsed).toMatchObject({ title: 'a b c', description: 'one\ntwo' });
  });

  it('keeps the joiners that some scripts need', () => {
    const name = 'علی\u200Cرضا';
    expect(registerBody.parse({ ...person, firstname: name }).firstname).toBe(name);
  });

  it.each(['', '   ', '\u200B', '\u202E\u0000', '…', '—', '-', '.'])('%j is one name of none', (none) => {
    for (const one of ['firstname', 'lastname'] as const) {
      const other = one === 'firstname' ? 'lastname' : 'firstname';
      const parsed = registerBody.parse({ ...person, [one]: 'Suharto', [other]: none });
      expect([parsed[one], parsed[other]]).toEqual(['Suharto', '']);
      // What an edit does not name stays, and may be empty.
      expect(accountBody.safeParse({ [other]: none }).success).toBe(false);
      expect(editEmployeeBody.parse({ [one]: 'Suharto', [other]: none })[other]).toBe('');
    }
    const { success, error } = registerBody.safeParse({ ...person, firstname: none, lastname: none });
    expect([success, error?.issues[0]?.message]).toEqual([false, 'Please fill in all fields.']);
  });

  it('may be names of any kind, but not signs alone', () => {
    for (const name of ['J.', "O’Connor-D'Arcy", 'Æ A-12', '山田', '👩🏽‍🚀 Ada'])
      expect(registerBody.parse({ ...person, firstname: name }).firstname).toBe(name);
    expect(registerBody.safeParse({ ...person, lastname: '★' }).success).toBe(false);
  });

  it('normalises the e-mail address', () => {
    expect(registerBody.parse(person).email).toBe('ada@example.com');
  });

  it.each(['', ' \u0000 '])('%j is no title', (title) => {
    expect(saveBody.safeParse({ passthrough: 'id', title }).error?.issues[0]?.message).toBe(
      'Please give the video a title.',
    );
  });
});
