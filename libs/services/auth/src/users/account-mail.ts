/** A mail about an account. Its content is composed when it is sent, from the account at that time. */
export interface AccountMailRequest {
  /**
   * The link of a `password-reset` is created while it is sent, with `PasswordResetService.issue`, so that no token is
   * stored, neither here nor in an outbox.
   */
  readonly kind: 'welcome' | 'password-reset';
  readonly userId: string;
  /** Idempotency key: a key that exists already adds no second mail. */
  readonly key: string;
}

/** The outbox of mails about accounts; `AuthModule` provides the implementation. */
export abstract class AccountMail {
  /** Stores the mail; it is sent later. */
  abstract enqueue(mail: AccountMailRequest): Promise<void>;

  /** Removes all mails of a person whose account was deleted. */
  abstract forget(userId: string): Promise<void>;
}
