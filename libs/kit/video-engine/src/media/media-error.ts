/** A file that cannot be used, or work that failed for good; the message is for the person who uploaded it. */
export class MediaError extends Error {
  readonly type: string;

  constructor(type: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.type = type;
  }
}
