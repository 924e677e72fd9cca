import { visibleLine } from '@vault/contracts';
import { AppError } from '@vault/base';
import type { SendMailOptions } from 'nodemailer';
import { isAddress } from './mailbox.ts';
import type { Mail, Mailbox } from './mailer.ts';

const idForm = /^[A-Za-z0-9.-]{1,100}$/;

/**
 * A mail in the form of the library. Addresses are separate from names, so that no name is parsed as an address.
 * @throws {AppError} `conflict` unless the address is exactly one
 */
export function messageOf({ id, to, subject, text, html, writtenAt }: Mail, from: Mailbox): SendMailOptions {
  if (!isAddress(to.address))
    throw new AppError('conflict', 'This is not an address that mail can be sent to.');
  if (!idForm.test(id)) throw new Error(`"${id}" cannot be the id of a mail.`);
  return {
    envelope: { from: from.address, to: [to.address] },
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    from: oneLine(from),
    to: oneLine(to),
    subject: visibleLine(subject),
    text,
    html,
    date: writtenAt,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The library folds and encodes headers; invisible characters are removed here. */
const oneLine = ({ name, address }: Mailbox): Mailbox => ({ name: visibleLine(name), address });
