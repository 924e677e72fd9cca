import { createLogger, loadConfig } from '@vault/base';
import { FileMailer } from './file-mailer.ts';
import { checkMailConfig, mailConfig, senderOf } from './mail.config.ts';
import { mailerOf } from './mailer-of.ts';
import { SmtpMailer } from './smtp-mailer.ts';

const config = mailConfig.superRefine(checkMailConfig);
const load = (env: Record<string, string>) => loadConfig(config, env);
const health = { watchSetting: () => undefined };
const smtpUrl = 'smtp://user:secret-of-the-tests@mail.example:587';

it('sends to files, with a default sender, when nothing is set', () => {
  expect(senderOf(load({}))).toEqual({ name: 'Webinar Vault', address: 'no-reply@localhost' });
  expect(mailerOf(load({}), createLogger({ level: 'silent' }), health)).toBeInstanceOf(FileMailer);
});

it.each([
  ['Webinar Vault <no-reply@vault.example>', { name: 'Webinar Vault', address: 'no-reply@vault.example' }],
  ['"Vault, the" <a@b.example>', { name: 'Vault, the', address: 'a@b.example' }],
  ['a@b.example', { name: '', address: 'a@b.example' }],
])('reads the sender %s', (MAIL_FROM, sender) => {
  const loaded = load({ SMTP_URL: smtpUrl, MAIL_FROM });
  expect(senderOf(loaded)).toEqual(sender);
  expect(mailerOf(loaded, createLogger({ level: 'silent' }), health)).toBeInstanceOf(SmtpMailer);
});

it.each([
  [{ SMTP_URL: smtpUrl }, 'MAIL_FROM: must be set when SMTP_URL is'],
  [{ SMTP_URL: smtpUrl, MAIL_FROM: 'nobody' }, 'MAIL_FROM: must be an address'],
  [{ MAIL_FROM: 'a@b.example, c@d.example' }, 'MAIL_FROM: must be an address'],
  [{ SMTP_URL: 'mail.example', MAIL_FROM: 'a@b.example' }, 'SMTP_URL: must begin with smtp://'],
  [{ SMTP_URL: 'smtp:///mail', MAIL_FROM: 'a@b.example' }, 'SMTP_URL: must begin with smtp://'],
  [{ SMTP_URL: 'smtp://u:se[cret@:x/', MAIL_FROM: 'a@b.example' }, 'SMTP_URL: is not an address'],
])('refuses %j', (env, problem) => {
  expect(() => load(env)).toThrow(problem);
  expect(() => load(env)).not.toThrow(/se\[cret|secret-of/);
});
