import type { Mailbox } from './mailer.ts';

/** One plain address: nothing that a header or a mail server could read as more than one. */
const addressForm = /^[^\s@<>(),;:"\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

/** Whether it is one address and nothing else. */
export function isAddress(text: string): boolean {
  return addressForm.test(text);
}

/** Reads `Webinar Vault <no-reply@example.com>`, or the address alone; undefined when it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', address = ''] = /^([^<>\r\n]*)<([^<>]*)>$/.exec(text.trim()) ?? ['', '', text.trim()];
  if (!isAddress(address)) return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}
