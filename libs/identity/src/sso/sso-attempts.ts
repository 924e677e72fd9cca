import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError, CLOCK, type Clock } from '@vault/base';
import type { Model } from 'mongoose';
import { Seals } from '../keys/seals.ts';
import type { SsoAttempt } from './sso-attempt.schema.ts';

/** A sign-in has to end within this time. */
const lifetimeMs = 10 * 60_000;

/** What a sign-in needs at its end, and the browser must not know. */
export interface AttemptSecrets {
  readonly redirectUrl: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Sign-ins that began: each ends once, in the browser in which it began. What its end needs is sealed as JSON. */
@Injectable()
export class SsoAttempts {
  constructor(
    @InjectModel('SsoAttempt') private readonly attempts: Model<SsoAttempt>,
    private readonly seals: Seals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param browserKey of a browser that has one already
   * @returns the key of the browser, for a cookie that scripts cannot read
   */
  async begin(
    provider: string,
    state: string,
    secrets: object,
    browserKey = randomBytes(32).toString('base64url'),
  ): Promise<string> {
    const _id = hashOf(state);
    await this.attempts.create({
      ...{ _id, provider, browser: hashOf(browserKey) },
      sealed: this.seals.seal(JSON.stringify(secrets), placeOf(_id)),
      expiresAt: new Date(this.clock.now().getTime() + lifetimeMs),
    });
    return browserKey;
  }

  /** What an attempt needs, which goes on. @throws {AppError} as {@link take} */
  async find<Secrets extends object>(provider: string, state: string, browserKey: string): Promise<Secrets> {
    const _id = hashOf(state);
    const found = await this.attempts.findOne({ _id, provider }).lean<SsoAttempt>().exec();
    // Whoever has the address of another's attempt does not end it.
    if (found && found.browser !== hashOf(browserKey))
      throw new AppError('conflict', 'It was started in another browser.');
    if (!found || found.expiresAt <= this.clock.now()) throw tookTooLong();
    const secrets = this.seals.open(found.sealed, placeOf(_id));
    if (secrets === undefined) throw tookTooLong();
    return JSON.parse(secrets) as Secrets;
  }

  /** Ends an attempt. @throws {AppError} `conflict` with what the person can do */
  async take<Secrets extends object>(provider: string, state: string, browserKey: string): Promise<Secrets> {
    const secrets = await this.find<Secrets>(provider, state, browserKey);
    if ((await this.attempts.deleteOne({ _id: hashOf(state) })).deletedCount === 1) return secrets;
    throw tookTooLong();
  }
}

function tookTooLong(): AppError {
  return new AppError('conflict', 'The sign-in took too long. Start again.');
}

function placeOf(id: string): string {
  return `sso_attempts ${id}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
