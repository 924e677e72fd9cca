import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EmailChangeRepository } from './email-change.repository.ts';

/** Creates the links in mails about a change of the e-mail address. */
@Injectable()
export class EmailLinks {
  constructor(private readonly changes: EmailChangeRepository) {}

  /** Only the hash of the token is stored; the caller puts the token in the mail and does not keep it. */
  async issue(changeId: string, kind: 'confirmLinks' | 'undoLinks'): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.changes.addLink(changeId, kind, linkOf(token));
    return token;
  }
}

/** What is stored of a token. */
export function linkOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
