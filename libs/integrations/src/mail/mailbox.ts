import type { Mailbox } from './mailer.ts';

/** One plain address: no characters that a header or a mail server could parse as several. */
const addressForm = /^[^\s@<>(),;:"\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

/** Whether the text is exactly one address. */
export function isAddress(text: string): boolean {
  return addressForm.test(text);
}

/** Parses `Webinar Vault <no-reply@example.com>`, or only the address; undefined when it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', address = ''] = /^([^<>\r\n]*)<([^<>]*)>$/.exec(text.trim()) ?? ['', '', text.trim()];
  if (!isAddress(address)) return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}
