import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { CLOCK, type Clock } from '@vault/base';
import type { Model } from 'mongoose';
import type { OneTimeToken, TokenPurpose } from './one-time-token.schema.ts';

/** Creates and redeems tokens that are valid once. */
@Injectable()
export class OneTimeTokens {
  constructor(
    @InjectModel('OneTimeToken', 'auth') private readonly model: Model<OneTimeToken>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Only the hash is stored: the caller passes the token on, and does not keep it. */
  async issue(granted: Omit<OneTimeToken, '_id'>): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.model.create({ ...granted, _id: hashOf(token) });
    return token;
  }

  /** What a valid token is for; it stays valid. @returns null when it is unknown, expired or used */
  find(purpose: TokenPurpose, token: string): Promise<OneTimeToken | null> {
    const valid = { _id: hashOf(token), purpose, expiresAt: { $gt: this.clock.now() } };
    return this.model.findOne(valid).lean<OneTimeToken>().exec();
  }

  /** As {@link find}, for exactly one of several callers: uses the token up. */
  async redeem(purpose: TokenPurpose, token: string): Promise<OneTimeToken | null> {
    const found = await this.find(purpose, token);
    if (!found) return null;
    return (await this.model.deleteOne({ _id: found._id })).deletedCount === 1 ? found : null;
  }

  /** Removes tokens of a person: all, or those of a purpose. */
  async revoke(
    userId: string,
    only: Partial<Pick<OneTimeToken, 'purpose' | 'subjectId'>> = {},
  ): Promise<void> {
    await this.model.deleteMany({ userId, ...only });
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
