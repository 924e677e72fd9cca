import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@vault/platform';
import { UserRepository } from '../users/user.repository.ts';
import type { User } from '../users/user.schema.ts';
import { SessionRepository } from './session.repository.ts';
import { SessionTokens } from './session-tokens.ts';

const sessionMs = 30 * 24 * 60 * 60 * 1000;
/** A person with more browsers than this is signed out of the one used to sign in longest ago. */
const maxSessionsPerUser = 100;
const surplusBatch = 20;

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
  ) {}

  async open(user: User): Promise<OpenSession> {
    const sessionId = randomUUID();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + sessionMs);
    const token = await this.tokens.sign({ userId: user._id, sessionId }, createdAt, expiresAt);
    await this.sessions.insert({ _id: sessionId, userId: user._id, createdAt, expiresAt });
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
    if (!session || !user || session.expiresAt <= this.clock.now())
      throw new AppError('unauthenticated', 'Unauthorized');
    if (!user.isActive) throw new AppError('forbidden', 'Forbidden');
    return { sessionId, user };
  }

  /** Ending what has ended already is no failure. */
  end(userId: string, sessionId: string): Promise<void> {
    return this.sessions.remove(userId, sessionId);
  }
}
