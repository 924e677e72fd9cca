import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/platform';
import { SessionTokens } from '@vault/platform/identity';
import { UserRepository } from '../users/user.repository.ts';
import type { User } from '../users/user.schema.ts';
import { SessionRepository } from './session.repository.ts';
import type { Session } from './session.schema.ts';

const sessionMs = 30 * 24 * 60 * 60 * 1000;
/** A person with more browsers than this is signed out of the one used to sign in longest ago. */
const maxSessionsPerUser = 100;
const surplusBatch = 20;

/** Between two notes of when a session was last used. */
const noteEveryMs = 60_000;
const maxUserAgent = 256;

/** Where somebody signs in from. */
export interface Client {
  readonly clientAddress: string;
  readonly userAgent?: string | undefined;
}

/** A session just opened, with the token that proves it. */
export interface OpenSession {
  readonly token: string;
  readonly user: User;
}

/** The person behind a token. */
export interface VerifiedSession {
  readonly sessionId: string;
  readonly user: User;
}

/** Opens, checks and ends sessions. */
@Injectable()
export class SessionService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly users: UserRepository,
    private readonly tokens: SessionTokens,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async open(user: User, { clientAddress, userAgent = '' }: Client): Promise<OpenSession> {
    const sessionId = randomUUID();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + sessionMs);
    const token = await this.tokens.sign({ userId: user._id, sessionId }, createdAt, expiresAt);
    await this.sessions.insert({
      ...{ _id: sessionId, userId: user._id, createdAt, expiresAt },
      ...{ lastSeenAt: createdAt, clientAddress, userAgent: userAgent.slice(0, maxUserAgent) },
    });
    await this.sessions.removeOldest(user._id, maxSessionsPerUser, surplusBatch);
    return { token, user };
  }

  /** @throws {AppError} `unauthenticated` when forged, expired or ended; `forbidden` when the account is not active */
  async verify(token: string): Promise<VerifiedSession> {
    const { userId, sessionId } = await this.tokens.verify(token);
    const [session, user] = await Promise.all([
      this.sessions.find(userId, sessionId),
      this.users.find(userId),
    ]);
    const now = this.clock.now();
    if (!session || !user || session.expiresAt <= now || hasEnded(session, user))
      throw new AppError('unauthenticated', 'Unauthorized');
    if (!user.isActive) throw new AppError('forbidden', 'Forbidden');
    await this.noteSeen(session, now);
    return { sessionId, user };
  }

  /** Those that run, the one used last first. @throws {AppError} `not-found` */
  async list(userId: string): Promise<Session[]> {
    const user = await this.users.get(userId);
    const sessions = await this.sessions.list(userId, this.clock.now(), maxSessionsPerUser);
    return sessions.filter((session) => !hasEnded(session, user));
  }

  /** Ending what has ended already is no failure. */
  end(userId: string, sessionId: string): Promise<void> {
    return this.sessions.remove(userId, sessionId);
  }

  /** @param sessionId the one that goes on; left out, none does */
  endAll(userId: string, sessionId?: string): Promise<void> {
    return this.sessions.removeAll(userId, sessionId);
  }

  /** When it was last used is for its owner to see: a session is good without. */
  private async noteSeen(session: Session, now: Date): Promise<void> {
    const before = new Date(now.getTime() - noteEveryMs);
    if (session.lastSeenAt && session.lastSeenAt > before) return;
    try {
      await this.sessions.noteSeen(session, now, before);
    } catch (error) {
      this.logger.warn({ err: error, userId: session.userId }, 'the use of a session was not noted');
    }
  }
}

/** Whether it was ended by a new password, also before its row was removed. */
function hasEnded(session: Session, { sessionsEnded }: User): boolean {
  if (!sessionsEnded || session._id === sessionsEnded.except) return false;
  return session.createdAt < sessionsEnded.at;
}
