import { AppError } from '@vault/base';
import { adviceOn, assertUnguessable } from './guessable-password.ts';

const email = 'ada.lovelace+webinars@example.com';

describe(adviceOn, () => {
  it.each<[string, string]>([
    ['        ', 'spaces'],
    ['\u3000\u200b\u00a0\t\u2003\u200d\u2060\u200b', 'spaces'],
    ['ada.lovelace+webinars@example.com', 'e-mail'],
    ['Ada.Lovelace', 'e-mail'],
    ['adalovelace1815', 'e-mail'],
    ['!ada_lovelace!', 'e-mail'],
    ['Webinar Vault', 'name of this product'],
    ['webinarvault2026', 'name of this product'],
    ['password', 'easily guessed'],
    ['12345678', 'easily guessed'],
    ['1 2 3 4 5 6 7 8', 'easily guessed'],
    ['Password1!', 'easily guessed'],
    ['ＰＡＳＳＷＯＲＤ', 'easily guessed'],
    ['P@ssw0rd2026', 'easily guessed'],
    ['qwertyuiop', 'easily guessed'],
    ['!!!!!!!!!!!!', 'easily guessed'],
    ...[
      ...['abcdefgh', 'Abcdefghij', 'hgfedcba', 'stuvwxyz2026', 'абвгдежз', '87654321', 'abcabcabc'],
      ...['zxcvbnm,', 'poiuytre', 'asdfghjkl;', 'yxcvbnm,', 'azertyuiop', '!@#$%^&*', '741852963'],
      ...['1qaz2wsx3edc', 'qazwsxedc', 'qwertyasdfgh', 'qwertyuiop[]', 'abcdqwer99'],
      ...['hahahahaha', 'xyxyxyxy!', 'gh5kgh5k', 'password1password1'],
    ].map((password): [string, string] => [password, 'easily guessed']),
  ])('refuses %j: %s', async (password, reason) => {
    expect(await adviceOn(password, email)).toMatch(new RegExp(`^Please choose .*${reason}`));
    await expect(assertUnguessable(password, email)).rejects.toThrow(AppError);
  });

  it.each([
    'correct horse battery',
    'analytical engine',
    'Adalbert hört Musik',
    'webinars kept in a vault',
    'tJ8-vq2!xW',
    '密码是很长的一句话啊',
    'defender of trees',
    'assessed property',
    'hijk my fourteen',
    'constructor',
  ])('accepts %j', async (password) => {
    expect(await adviceOn(password, email)).toBeUndefined();
  });

  it('ignores an address that is so short that many words begin with it', async () => {
    expect(await adviceOn('aorta six', 'ao@example.com')).toBeUndefined();
  });
});
