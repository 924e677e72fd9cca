import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@vault/platform';
import { AccountMail, type AccountMailRequest } from '../users/account-mail.ts';
import { MailRepository } from './mail.repository.ts';

const batch = 500;
/** More than the mails of any person; the last purge of the account removes a rest. */
const maxBatches = 20;

/**
 * Keeps mails until they are sent. A mail is stored before the promise resolves, and sent soon after. A key that exists
 * already adds no second mail.
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

  /** Enqueues the reminder before a free trial ends; once for each person. */
  async trialEnds(userIds: readonly string[]): Promise<void> {
    const keyOf = (userId: string) => `trial-ends:${userId}`;
    const known = await this.mails.findKnown(userIds.map(keyOf));
    const createdAt = this.clock.now();
    for (const ownerId of userIds.filter((id) => !known.has(keyOf(id))))
      await this.mails.insert({ _id: keyOf(ownerId), kind: 'trial-ends', ownerId, createdAt });
  }

  /** Enqueues the notice that a video has chapters; once for each video. */
  webinarReady({ ownerId, videoId }: { ownerId: string; videoId: string }): Promise<void> {
    const [_id, kind, createdAt] = [`webinar-ready:${videoId}`, 'webinar-ready', this.clock.now()] as const;
    return this.mails.insert({ _id, kind, ownerId, videoId, createdAt });
  }

  async forget(userId: string): Promise<void> {
    for (let done = 0; done < maxBatches; done += 1)
      if ((await this.mails.removeOf(userId, batch)) < batch) return;
  }
}
