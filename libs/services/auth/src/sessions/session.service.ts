import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import { SessionTokens, type SessionRules } from '@vault/identity';
import { UserRepository } from '../users/user.repository.ts';
import type { User } from '../users/user.schema.ts';
import { SessionRepository } from './session.repository.ts';
import type { Session } from './session.schema.ts';

export const userSessions: SessionRules = { maxAgeMs: 30 * 24 * 60 * 60 * 1000, maxSessions: 100 };
/** Time to begin a download with a ticket. */
const ticketMs = 60_000;
const surplusBatch = 20;

/** `lastSeenAt` is stored at most this often. */
const storeLastSeenEveryMs = 60_000;
const maxUserAgent = 256;

/** The browser of a sign-in. */
export interface Client {
  readonly clientAddress: string;
  readonly userAgent?: string | undefined;
}

/** A new session and its token. */
export interface OpenSession {
  readonly token: string;
  readonly user: User;
}

/** The person and session of a token. */
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
    const expiresAt = new Date(createdAt.getTime() + userSessions.maxAgeMs);
    const token = await this.tokens.sign({ userId: user._id, sessionId }, createdAt, expiresAt);
    await this.sessions.insert({
      _id: sessionId,
      userId: user._id,
      createdAt,
      expiresAt,
      lastSeenAt: createdAt,
      clientAddress,
      userAgent: userAgent.slice(0, maxUserAgent),
    });
    await this.sessions.removeOldest(user._id, userSessions.maxSessions, surplusBatch);
    return { token, user };
  }

  /** @throws {AppError} `unauthenticated` when forged, expired or ended; `forbidden` when the account is deactivated */
  async verify(token: string): Promise<VerifiedSession> {
    const { userId, sessionId } = await this.tokens.verify(token);
    return this.verifyIds(userId, sessionId);
  }

  /** A ticket that stands for the session once. @throws {AppError} `unauthenticated` when the session has ended */
  async issueTicket(userId: string, sessionId: string): Promise<string> {
    const ticket = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.clock.now().getTime() + ticketMs);
    if (!(await this.sessions.setTicket(userId, sessionId, hashOf(ticket), expiresAt)))
      throw unauthenticated();
    return ticket;
  }

  /** As {@link verify}, with a ticket, which is used up. */
  async redeemTicket(ticket: string): Promise<VerifiedSession> {
    const session = await this.sessions.takeTicket(hashOf(ticket), this.clock.now());
    if (!session) throw unauthenticated();
    return this.verifyIds(session.userId, session._id);
  }

  /** @throws {AppError} `unauthenticated` when the session has ended */
  async findOpen(userId: string, sessionId: string): Promise<{ session: Session; user: User }> {
    const [session, user] = await Promise.all([
      this.sessions.find(userId, sessionId),
      this.users.find(userId),
    ]);
    if (!session || !user || session.expiresAt <= this.clock.now() || hasEnded(session, user))
      throw unauthenticated();
    return { session, user };
  }

  /** As {@link verify}, by the ids of the session. */
  async verifyIds(userId: string, sessionId: string): Promise<VerifiedSession> {
    const { session, user } = await this.findOpen(userId, sessionId);
    if (!user.isActive) throw new AppError('forbidden', 'Forbidden');
    await this.updateLastSeen(session, this.clock.now());
    return { sessionId, user };
  }

  /** Open sessions, the most recently used first. @throws {AppError} `not-found` */
  async list(userId: string): Promise<Session[]> {
    const user = await this.users.get(userId);
    const sessions = await this.sessions.list(userId, this.clock.now(), userSessions.maxSessions);
    return sessions.filter((session) => !hasEnded(session, user));
  }

  /** A plain log-out, which is not published: uploads may continue. Idempotent. */
  logOut(userId: string, sessionId: string): Promise<void> {
    return this.sessions.remove(userId, sessionId);
  }

  /** Ends a session and publishes it. Idempotent. */
  async end(userId: string, sessionId: string): Promise<void> {
    await this.users.publishSessionEnd(userId, sessionId);
    await this.sessions.remove(userId, sessionId);
  }

  /** Ends all other sessions and publishes it. Idempotent. */
  async endOthers(userId: string, sessionId: string): Promise<void> {
    await this.users.endSessions(userId, { at: this.clock.now(), except: sessionId });
    await this.removeAll(userId, sessionId);
  }

  /** Removes the rows of ended sessions. @param sessionId the session to keep */
  removeAll(userId: string, sessionId?: string): Promise<void> {
    return this.sessions.removeAll(userId, sessionId);
  }

  /** Only informs the owner: a failure does not make the session invalid. */
  private async updateLastSeen(session: Session, now: Date): Promise<void> {
    const before = new Date(now.getTime() - storeLastSeenEveryMs);
    if (session.lastSeenAt > before) return;
    try {
      await this.sessions.updateLastSeen(session, now, before);
    } catch (error) {
      this.logger.warn({ err: error, userId: session.userId }, 'the last use of a session was not stored');
    }
  }
}

/** Whether the session was ended together with others, also before its row is removed. */
function hasEnded(session: Session, { sessionsEnded }: User): boolean {
  if (!sessionsEnded || session._id === sessionsEnded.except) return false;
  return session.createdAt < sessionsEnded.at;
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url');
}

function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'Unauthorized');
}
