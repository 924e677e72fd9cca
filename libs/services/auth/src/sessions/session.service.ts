import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@vault/base';
import {
  Sessions,
  SessionTokens,
  unauthenticated,
  type Client,
  type OpenOptions,
  type Session,
  type SessionRules,
} from '@vault/identity';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.ts';
import { UserRepository } from '../users/user.repository.ts';
import type { User } from '../users/user.schema.ts';

export const userSessions: SessionRules = { maxAgeMs: 30 * 24 * 60 * 60 * 1000, maxSessions: 100 };

/** Time to begin a download with a ticket. */
const ticketMs = 60_000;

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
    private readonly sessions: Sessions,
    private readonly users: UserRepository,
    private readonly tokens: SessionTokens,
    private readonly tickets: OneTimeTokens,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async open(user: User, client: Client, options: OpenOptions = {}): Promise<OpenSession> {
    return { token: await this.sessions.open(user._id, client, options), user };
  }

  /** @throws {AppError} `unauthenticated` when forged, expired or ended; `forbidden` when the account is deactivated */
  async verify(token: string): Promise<VerifiedSession> {
    const { userId, sessionId } = await this.tokens.verify(token);
    return this.verifyIds(userId, sessionId);
  }

  /** A ticket that stands for the session once. @throws {AppError} `unauthenticated` when the session has ended */
  async issueTicket(userId: string, sessionId: string): Promise<string> {
    await this.findOpen(userId, sessionId);
    const ticket = { purpose: 'download', subjectId: sessionId } as const;
    await this.tickets.revoke(userId, ticket);
    const expiresAt = new Date(this.clock.now().getTime() + ticketMs);
    return this.tickets.issue({ ...ticket, userId, expiresAt });
  }

  /** As {@link verify}, with a ticket, which is used up. */
  async redeemTicket(ticket: string): Promise<VerifiedSession> {
    const { userId, subjectId = '' } = (await this.tickets.redeem('download', ticket)) ?? {};
    if (userId === undefined) throw unauthenticated();
    return this.verifyIds(userId, subjectId);
  }

  /** @throws {AppError} `unauthenticated` when the session has ended */
  async findOpen(userId: string, sessionId: string): Promise<{ session: Session; user: User }> {
    const [session, user] = await Promise.all([
      this.sessions.find(userId, sessionId),
      this.users.find(userId),
    ]);
    if (!user || hasEnded(session, user)) throw unauthenticated();
    return { session, user };
  }

  /** As {@link verify}, by the ids of the session. */
  async verifyIds(userId: string, sessionId: string): Promise<VerifiedSession> {
    const { session, user } = await this.findOpen(userId, sessionId);
    if (!user.isActive) throw new AppError('forbidden', 'Forbidden');
    await this.sessions.touch(session);
    return { sessionId, user };
  }

  /** Open sessions, the most recently used first. @throws {AppError} `not-found` */
  async list(userId: string): Promise<Session[]> {
    const user = await this.users.get(userId);
    return (await this.sessions.list(userId)).filter((session) => !hasEnded(session, user));
  }

  /** A plain log-out, which is not published: uploads may continue. Idempotent. */
  logOut(userId: string, sessionId: string): Promise<void> {
    return this.sessions.end(userId, sessionId);
  }

  /** Ends a session and publishes it. Idempotent. */
  async end(userId: string, sessionId: string): Promise<void> {
    await this.users.publishSessionEnd(userId, sessionId);
    await this.sessions.end(userId, sessionId);
  }

  /** Ends all other sessions and publishes it. Idempotent. */
  async endOthers(userId: string, sessionId: string): Promise<void> {
    await this.users.endSessions(userId, { at: this.clock.now(), except: sessionId });
    await this.sessions.endAll(userId, sessionId);
  }
}

/** Whether the session was ended together with others, also before its row is removed. */
function hasEnded(session: Session, { sessionsEnded }: User): boolean {
  if (!sessionsEnded || session._id === sessionsEnded.except) return false;
  return session.createdAt < sessionsEnded.at;
}
