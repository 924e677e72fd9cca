import { pseudonymousFields } from './pseudonymous-fields.ts';

it.each([
  ['', ''],
  ['{"firstname":"Ada","lastname":"Byron","email":"ada@example.com"}', ''],
  ['{"portal":"ada-byron"}', ''],
  ['{"plan":"free","firstname":"Ada"}', '{"plan":"free"}'],
  ['{"plan":"free","token_balance":3}', '{"plan":"free","token_balance":3}'],
])('%s becomes %s', (json, expected) => expect(pseudonymousFields(json)).toBe(expected));
