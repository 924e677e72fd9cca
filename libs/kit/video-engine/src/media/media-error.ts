/** A file that cannot be used, or work that failed permanently; the message is for the user who uploaded the file. */
export class MediaError extends Error {
  readonly type: string;

  constructor(type: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.type = type;
  }
}
