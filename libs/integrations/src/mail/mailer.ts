/** A sender or a recipient. */
export interface Mailbox {
  /** Shown beside the address; empty when there is none. */
  readonly name: string;
  /** One address, never a list. */
  readonly address: string;
}

/** One mail to one person. */
export interface Mail {
  /** The same for every copy of a mail, so that duplicates can be detected: 1 to 100 of `A-Za-z0-9.-`. */
  readonly id: string;
  /** The id of the recipient's account: 1 to 100 of `A-Za-z0-9-`. */
  readonly recipientId: string;
  readonly to: Mailbox;
  readonly subject: string;
  readonly text: string;
  /** The same text as a complete HTML document. */
  readonly html: string;
  /** When it was created, also when it is sent later. */
  readonly writtenAt: Date;
}

/** Sends mail. */
export interface Mailer {
  /** Whether it takes addresses with letters beyond ASCII before the @; undefined while that is not known. */
  readonly takesUnicode: boolean | undefined;
  /**
   * Resolves once a mail server has accepted the mail, or it is on disk.
   * @param signal cancels the work; the promise then rejects with its reason
   * @throws {AppError} `unavailable` when a retry may succeed; `conflict` when this mail is refused permanently
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  /** Removes what it stores of the mails to a recipient. Safe to repeat. */
  forget(recipientId: string): Promise<void>;
}
