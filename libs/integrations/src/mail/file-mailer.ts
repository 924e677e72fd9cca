import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type Logger, writeFileDurably } from '@vault/base';
import { createTransport } from 'nodemailer';
import type { Mail, Mailbox, Mailer } from './mailer.ts';
import { messageOf } from './message-of.ts';

export interface FileMailerOptions {
  /** Created with the first mail; only the user of the process can read it. */
  readonly folder: string;
  readonly from: Mailbox;
  readonly logger: Logger;
  /** The oldest files beyond this number are removed. */
  readonly maxFiles?: number;
}

const suffix = '.eml';
/** The part of a file's name by which mails to one recipient are found. */
const recipientPart = (recipientId: string) => `-to-${recipientId}.`;

/** Stores mail as files for the operator when no mail server is configured, so that no mail is lost. */
export class FileMailer implements Mailer {
  readonly takesUnicode = true;
  private readonly transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(private readonly options: FileMailerOptions) {}

  async send(mail: Mail, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { from, folder, logger } = this.options;
    const { message } = await this.transport.sendMail(messageOf(mail, from));
    // The same mail has the same name, so sending it again leaves one file.
    const writtenAt = mail.writtenAt.toISOString().replaceAll(':', '-');
    const name = `${writtenAt}${recipientPart(mail.recipientId)}${mail.id}${suffix}`;
    try {
      writeFileDurably(join(folder, name), message as Buffer);
      await this.removeOldest(folder);
    } catch (cause) {
      throw new AppError('unavailable', 'The mail could not be written to a file.', { cause });
    }
    logger.info({ file: join(folder, name) }, 'no mail server is set: a mail was written to a file');
  }

  /** Includes incomplete files of a killed process. */
  async forget(recipientId: string): Promise<void> {
    const { folder } = this.options;
    const names = existsSync(folder) ? await readdir(folder) : [];
    const theirs = names.filter((name) => name.includes(recipientPart(recipientId)));
    await Promise.all(theirs.map((name) => rm(join(folder, name), { force: true })));
  }

  /** Names begin with the time, so they sort by age. */
  private async removeOldest(folder: string): Promise<void> {
    const { maxFiles = 1_000 } = this.options;
    const names = (await readdir(folder)).filter((name) => name.endsWith(suffix)).sort();
    const surplus = names.slice(0, Math.max(0, names.length - maxFiles));
    await Promise.all(surplus.map((name) => rm(join(folder, name), { force: true })));
  }
}
