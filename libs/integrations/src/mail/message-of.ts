import { seenLine } from '@vault/contracts';
import { AppError } from '@vault/platform';
import type { SendMailOptions } from 'nodemailer';
import { isAddress } from './mailbox.ts';
import type { Mail, Mailbox } from './mailer.ts';

const idForm = /^[A-Za-z0-9.-]{1,100}$/;

/**
 * A mail as the library takes it. Addresses are given apart from names, so that nothing in a name is read as an address.
 * @throws {AppError} `conflict` when the address is not one, or more
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
    subject: seenLine(subject),
    text,
    html,
    date: writtenAt,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Headers are folded and encoded by the library; what no reader shows does not belong in one. */
const oneLine = ({ name, address }: Mailbox): Mailbox => ({ name: seenLine(name), address });
