import { registerBody } from './auth.routes.ts';
import { saveBody } from './video.routes.ts';

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

  it.each(['', '   ', '\u200B', '\u202E\u0000', '…'])('%j is no name', (firstname) => {
    expect(registerBody.safeParse({ ...person, firstname }).success).toBe(false);
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
