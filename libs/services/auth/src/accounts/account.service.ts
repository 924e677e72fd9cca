import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { PlanId } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, CONFIG, LOGGER, type Clock, type Logger } from '@vault/base';
import { assertUnguessable, PasswordHasher, Sessions, SignInGuard } from '@vault/identity';
import { idFrom, otherRequestContent } from '@vault/messaging';
import type { AuthConfig } from '../config/auth.config.ts';
import { defaultSettings } from '../domain/default-settings.ts';
import { disabled } from '../domain/entitlement.ts';
import { membershipEndOf } from '../domain/membership.ts';
import { EmailChangeRepository } from '../email-change/email-change.repository.ts';
import { SessionService, type OpenSession } from '../sessions/session.service.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { EmergencySignIns } from '../sso/emergency-sign-ins.ts';
import { SsoRequirements } from '../sso/sso-requirements.ts';
import { RegistrationLimit } from '../users/registration-limit.ts';
import { emailTaken, UserRepository } from '../users/user.repository.ts';
import type { User } from '../users/user.schema.ts';

/** Registers people and signs them in. */
@Injectable()
export class AccountService {
  constructor(
    private readonly users: UserRepository,
    private readonly emailChanges: EmailChangeRepository,
    private readonly sessions: SessionService,
    private readonly storedSessions: Sessions,
    private readonly hasher: PasswordHasher,
    private readonly guard: SignInGuard,
    private readonly limit: RegistrationLimit,
    private readonly mails: MailOutbox,
    private readonly requirements: SsoRequirements,
    private readonly emergencies: EmergencySignIns,
    @Inject(CONFIG) private readonly config: AuthConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * A repeat of a request with a key signs in to the account that the request has made.
   * @throws {AppError} `conflict` when the e-mail is taken; `invalid-input` when the password is commonly guessed;
   *   `too-many-requests` after many registrations from this address
   */
  async register(input: authRpc.RegisterRequest): Promise<OpenSession> {
    const { password, clientAddress, userAgent, requestKey, ...person } = input;
    this.mails.assertReachable(person.email);
    await assertUnguessable(password, person.email);
    await this.requirements.assertNone(person.email);
    await this.limit.take(clientAddress);
    const userId = requestKey === undefined ? randomUUID() : idFrom(requestKey);
    const made = requestKey === undefined ? null : await this.users.find(userId);
    if (made) return this.registerAgain(made, input);
    const passwordHash = await this.hasher.hash(password, clientAddress);
    const createdAt = this.clock.now();
    if (await this.emailChanges.isReserved(person.email, createdAt)) throw emailTaken();
    const user = newUser(userId, person, createdAt, this.config.CONFIRM_EXECUTIVE);
    await this.users.insert(user, { passwordHash });
    await this.guard.welcome(person.email, clientAddress);
    await this.welcome(user);
    this.logger.info({ userId: user._id, plan: user.plan }, 'a person registered');
    return this.sessions.open(user, { clientAddress, userAgent });
  }

  /** Checks the password as a sign-in does, because a key is no secret. */
  private async registerAgain(made: User, input: authRpc.RegisterRequest): Promise<OpenSession> {
    const { email, password, clientAddress, userAgent } = input;
    const attempt = await this.guard.take(made.email, clientAddress);
    const passwordHash = made.email === email ? await this.users.passwordHashOf(made._id) : undefined;
    if (!(await this.hasher.matches(password, passwordHash, clientAddress)))
      throw new AppError('conflict', otherRequestContent);
    await this.guard.forgive(attempt);
    assertActive(made);
    await this.welcome(made);
    return this.sessions.open(made, { clientAddress, userAgent });
  }

  /**
   * Makes the account of somebody whom the provider of a team has confirmed. Nobody knows its password.
   * @throws {AppError} `conflict` when the e-mail is taken
   */
  async make(
    userId: string,
    person: Pick<authRpc.RegisterRequest, 'email' | 'firstname' | 'lastname'>,
    clientAddress: string,
  ): Promise<User> {
    const createdAt = this.clock.now();
    if (await this.emailChanges.isReserved(person.email, createdAt)) throw emailTaken();
    const passwordHash = await this.hasher.hash(randomBytes(32).toString('base64url'), clientAddress);
    const user = newUser(userId, { ...person, plan: 'free' }, createdAt, false);
    await this.users.insert(user, { passwordHash });
    await this.welcome(user);
    return user;
  }

  /** The registration has succeeded, so a failure is only logged. */
  private async welcome({ _id: userId }: User): Promise<void> {
    try {
      await this.mails.enqueue({ kind: 'welcome', userId, key: `welcome:${userId}` });
    } catch (error) {
      this.logger.warn({ err: error, userId }, 'a welcome mail could not be enqueued');
    }
  }

  /**
   * Every failure has the same message and duration whether the account exists or not, so that the answer does not
   * reveal who has one.
   * @throws {AppError} `unauthenticated`, or `too-many-requests` after many failures; `forbidden` when people with this
   *   address must sign in at a provider
   */
  async login({ email, password, clientAddress, userAgent }: authRpc.LoginRequest): Promise<OpenSession> {
    this.hasher.assertRoom(clientAddress);
    const attempt = await this.guard.take(email, clientAddress);
    const [stored, required] = await Promise.all([
      this.users.findForSignIn(email),
      this.requirements.of(email),
    ]);
    const isRight = await this.hasher.matches(password, stored?.credentials.passwordHash, clientAddress);
    // The same for every address and every password, so that it does not reveal who has an account.
    if (required && !(isRight && stored?._id === required.emergencyOwner)) throw required.refusal;
    if (!stored || !isRight) throw wrong();
    await this.guard.forgive(attempt);
    // Only a caller with the right password learns that the account is deactivated.
    assertActive(stored);
    this.logger.info({ userId: stored._id }, 'a person signed in');
    if (required) await this.emergencies.note(required.team, stored._id, clientAddress);
    const session = await this.sessions.open(stored, { clientAddress, userAgent });
    // What changed during the sign-in has ended all sessions except this new one.
    const [passwordHash, requiredNow] = await Promise.all([
      this.users.passwordHashOf(stored._id),
      required ? undefined : this.requirements.of(email),
    ]);
    if (passwordHash === stored.credentials.passwordHash && !requiredNow) return session;
    await this.storedSessions.endAll(stored._id);
    if (requiredNow) throw requiredNow.refusal;
    throw wrong();
  }
}

function assertActive({ isActive }: Pick<User, 'isActive'>): void {
  if (!isActive) throw new AppError('forbidden', disabled);
}

function newUser(
  _id: string,
  person: Pick<authRpc.RegisterRequest, 'email' | 'firstname' | 'lastname' | 'plan'>,
  createdAt: Date,
  mustConfirm: boolean,
): User {
  const { email, firstname, lastname } = person;
  const plan = person.plan as PlanId;
  const membershipEnd = membershipEndOf(plan, createdAt);
  return {
    _id,
    email,
    firstname,
    lastname,
    plan,
    createdAt,
    membershipEnd,
    accessEndsAt: membershipEnd,
    isActive: true,
    isConfirmed: !(mustConfirm && plan === 'executive'),
    settings: defaultSettings,
    readyMail: true,
    contentVersion: 0,
  };
}

function wrong(): AppError {
  return new AppError('unauthenticated', 'The e-mail address or the password is wrong.');
}
