import { randomUUID } from 'node:crypto';
import { AppError, type Clock, type Logger } from '@vault/base';
import { removeSome } from '@vault/store';
import type { Model } from 'mongoose';
import type { Session } from './session.schema.ts';
import type { SessionTokens } from './session-tokens.ts';

/** `lastSeenAt` is stored at most this often. */
const storeLastSeenEveryMs = 60_000;
const maxUserAgent = 256;
const surplusBatch = 20;

/** When sessions end. */
export interface SessionRules {
  readonly maxAgeMs: number;
  /** The longest time without a use; absent: any. */
  readonly idleMs?: number;
  /** Above this, a new session ends the oldest one of the person. */
  readonly maxSessions: number;
}

/** The browser of a sign-in. */
export interface Client {
  readonly clientAddress: string;
  readonly userAgent?: string | undefined;
}

export interface OpenOptions {
  /** For whoever stores something about the session before it is open. */
  readonly id?: string;
  /** In place of the one of the rules. */
  readonly maxAgeMs?: number;
}

/** Stores the sessions of users or of staff; all methods require the person's id. */
export class Sessions {
  constructor(
    private readonly rules: SessionRules,
    private readonly model: Model<Session>,
    private readonly tokens: SessionTokens,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** @returns the token of a new session */
  async open(
    userId: string,
    { clientAddress, userAgent = '' }: Client,
    { id: _id = randomUUID(), maxAgeMs = this.rules.maxAgeMs }: OpenOptions = {},
  ): Promise<string> {
    const { maxSessions } = this.rules;
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + maxAgeMs);
    const token = await this.tokens.sign({ userId, sessionId: _id }, now, expiresAt);
    const times = { createdAt: now, lastSeenAt: now, expiresAt };
    const client = { clientAddress, userAgent: userAgent.slice(0, maxUserAgent) };
    await this.model.create({ _id, userId, ...times, ...client });
    const oldest = { sort: { createdAt: -1 }, keep: maxSessions, limit: surplusBatch } as const;
    await removeSome(this.model, { userId }, oldest);
    return token;
  }

  /** The open session. @throws {AppError} `unauthenticated` when it has ended */
  async find(userId: string, id: string): Promise<Session> {
    const session = await this.model.findOne({ _id: id, userId }).lean<Session>().exec();
    if (!session || this.hasEnded(session)) throw unauthenticated();
    return session;
  }

  /** Open sessions, the most recently used first. */
  async list(userId: string): Promise<Session[]> {
    return await this.model
      .find({ userId, expiresAt: { $gt: this.clock.now() } })
      .sort({ lastSeenAt: -1, createdAt: -1 })
      .limit(this.rules.maxSessions)
      .lean<Session[]>()
      .exec();
  }

  /** Stores a use, at most once a minute. A failure does not make the session invalid. @returns whether it was due */
  async touch({ _id, userId, lastSeenAt }: Session): Promise<boolean> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - storeLastSeenEveryMs);
    if (lastSeenAt > before) return false;
    // Another process may have stored a later one.
    const isOlder = { _id, userId, lastSeenAt: { $lte: before } };
    try {
      await this.model.updateOne(isOlder, { $set: { lastSeenAt: now } });
    } catch (error) {
      this.logger.warn({ err: error, userId }, 'the last use of a session was not stored');
    }
    return true;
  }

  /** Idempotent. */
  async end(userId: string, id: string): Promise<void> {
    await this.model.deleteOne({ _id: id, userId });
  }

  /** @param except the id of the session to keep */
  async endAll(userId: string, except?: string): Promise<void> {
    await this.model.deleteMany({ userId, ...(except !== undefined && { _id: { $ne: except } }) });
  }

  private hasEnded({ expiresAt, lastSeenAt }: Session): boolean {
    const { idleMs = Infinity } = this.rules;
    const now = this.clock.now();
    return expiresAt <= now || now.getTime() - lastSeenAt.getTime() >= idleMs;
  }
}

export function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'Unauthorized');
}
