/** A person or a product that mail comes from or goes to. */
export interface Mailbox {
  /** Shown beside the address; empty when there is none. */
  readonly name: string;
  /** One address, never a list. */
  readonly address: string;
}

/** One mail to one person. */
export interface Mail {
  /** Stays the same however often it is sent, so that two copies can be seen to be one: 1 to 100 of `A-Za-z0-9.-`. */
  readonly id: string;
  readonly to: Mailbox;
  readonly subject: string;
  readonly text: string;
  /** The same words as a whole HTML document. */
  readonly html: string;
  /** When it was written, also when it is sent later. */
  readonly writtenAt: Date;
}

/** Sends mail. */
export interface Mailer {
  /**
   * Resolves once somebody else answers for the mail: a mail server, or the disk.
   * @param signal ends the work early; the promise then rejects with its reason
   * @throws {AppError} `unavailable` when another try may work; `conflict` when this mail is refused for good
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
}
