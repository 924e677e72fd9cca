import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/platform';
import type { LoginInput, RegisterInput } from '../auth.requests.ts';
import { defaultSettings } from '../domain/default-settings.ts';
import { membershipEndOf } from '../domain/membership.ts';
import { PasswordHasher } from '../passwords/password-hasher.ts';
import { SessionService, type OpenSession } from '../sessions/session.service.ts';
import { SignInGuard } from '../sign-in/sign-in-guard.ts';
import { UserRepository } from './user.repository.ts';
import type { User } from './user.schema.ts';

/** Makes accounts and signs people in. */
@Injectable()
export class AccountService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionService,
    private readonly hasher: PasswordHasher,
    private readonly guard: SignInGuard,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {AppError} `conflict` when the e-mail is taken */
  async register({ password, clientAddress, ...person }: RegisterInput): Promise<OpenSession> {
    const passwordHash = await this.hasher.hash(password);
    const createdAt = this.clock.now();
    const user: User = {
      _id: randomUUID(),
      email: person.email,
      firstname: person.firstname,
      lastname: person.lastname,
      plan: person.plan,
      membershipEnd: membershipEndOf(person.plan, createdAt),
      isActive: true,
      settings: defaultSettings,
      createdAt,
    };
    await this.users.insert({ ...user, credentials: { passwordHash } });
    await this.guard.welcome(person.email, clientAddress);
    this.logger.info({ userId: user._id, plan: user.plan }, 'a person registered');
    return this.sessions.open(user);
  }

  /**
   * Every failure says and costs the same whether the account exists or not, so that nobody can ask who has one.
   * @throws {AppError} `unauthenticated`, or `too-many-requests` after many failures
   */
  async login({ email, password, clientAddress }: LoginInput): Promise<OpenSession> {
    this.hasher.assertRoom();
    const attempt = await this.guard.take(email, clientAddress);
    const stored = await this.users.findForSignIn(email);
    const isRight = await this.hasher.matches(password, stored?.credentials.passwordHash);
    if (!stored || !isRight)
      throw new AppError('unauthenticated', 'The e-mail address or the password is not right.');
    await this.guard.forgive(attempt);
    // Only whoever knows the password learns that the account is switched off.
    if (!stored.isActive)
      throw new AppError('forbidden', 'This account is switched off. Please ask us to open it again.');
    this.logger.info({ userId: stored._id }, 'a person signed in');
    return this.sessions.open(stored);
  }
}
