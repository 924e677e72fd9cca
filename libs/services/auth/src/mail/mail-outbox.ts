import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@vault/platform';
import { AccountMail, type AccountMailRequest } from '../users/account-mail.ts';
import { MailRepository } from './mail.repository.ts';

const batch = 500;
/** More than anybody's mails: what should be left is removed when the account is looked at once more. */
const maxBatches = 20;

/**
 * Keeps mails until they have been sent. What is asked for here is stored before the promise resolves, and is sent soon
 * after; the same key is the same mail, however often it is asked for.
 */
@Injectable()
export class MailOutbox extends AccountMail {
  constructor(
    private readonly mails: MailRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  enqueue({ kind, userId: ownerId, key: _id }: AccountMailRequest): Promise<void> {
    return this.mails.insert({ _id, kind, ownerId, createdAt: this.clock.now() });
  }

  /** Before a free trial ends; once for each person. */
  async trialEnds(userIds: readonly string[]): Promise<void> {
    const keyOf = (userId: string) => `trial-ends:${userId}`;
    const known = await this.mails.findKnown(userIds.map(keyOf));
    const createdAt = this.clock.now();
    for (const ownerId of userIds.filter((id) => !known.has(keyOf(id))))
      await this.mails.insert({ _id: keyOf(ownerId), kind: 'trial-ends', ownerId, createdAt });
  }

  /** When the product has written the chapters of a video; once for each video. */
  webinarReady({ ownerId, videoId }: { ownerId: string; videoId: string }): Promise<void> {
    const [_id, kind, createdAt] = [`webinar-ready:${videoId}`, 'webinar-ready', this.clock.now()] as const;
    return this.mails.insert({ _id, kind, ownerId, videoId, createdAt });
  }

  async forget(userId: string): Promise<void> {
    for (let done = 0; done < maxBatches; done += 1)
      if ((await this.mails.removeOf(userId, batch)) < batch) return;
  }
}
