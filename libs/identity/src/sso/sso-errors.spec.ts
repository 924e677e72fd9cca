import { AppError } from '@vault/base';
import { NoAnswer, toSettingsError, toSignInError } from './sso-errors.ts';

const away = {
  code: 'unavailable',
  message: 'The provider cannot be reached. Try again in a minute.',
};

/** A request that the DNS has failed. */
function failedBy(code: string): NoAnswer {
  const cause = Object.assign(new Error(`queryA ${code} id.acme.com`), { code, hostname: 'id.acme.com' });
  const failure = new AppError('unavailable', 'The address cannot be reached.', { cause });
  return new NoAnswer('There was no answer.', { cause: failure });
}

it('a server that the DNS does not have is named to whoever enters the issuer, and to nobody who signs in', () => {
  const error = failedBy('ENOTFOUND');
  expect(toSettingsError(error)).toMatchObject({
    code: 'invalid-input',
    message: 'There is no server named id.acme.com. Check the issuer.',
  });
  expect(toSignInError(error)).toMatchObject(away);
});

it.each(['ETIMEOUT', 'ESERVFAIL'])('a DNS that fails with %s may know the server later', (code) => {
  expect(toSettingsError(failedBy(code))).toMatchObject(away);
});
