/** A mail about an account. What it says is made when it is sent, from the account as it is then. */
export interface AccountMailRequest {
  /**
   * `password-reset` has the link made while it is sent, with `PasswordResetService.issue`: so no token is ever stored,
   * neither here nor in an outbox.
   */
  readonly kind: 'welcome' | 'password-reset';
  readonly userId: string;
  /** Asked for again with the same key, it is the same mail. */
  readonly key: string;
}

/**
 * Where this service has mails sent. Its implementation keeps them until they are sent, and is provided in the module of
 * the service: the one place to plug it in.
 */
export abstract class AccountMail {
  /** Keeps the mail; it is sent later. */
  abstract enqueue(mail: AccountMailRequest): Promise<void>;

  /** Removes what is kept for a person whose account was deleted. */
  abstract forget(userId: string): Promise<void>;
}
