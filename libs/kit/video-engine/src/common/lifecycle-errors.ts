/** Too many jobs wait: new work is accepted again when some have ended. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';

  constructor() {
    super('too much work is waiting');
  }
}

/** The upload has left the state waiting: it was cancelled or has expired. */
export class UploadClosedError extends Error {
  override readonly name = 'UploadClosedError';

  constructor() {
    super('this upload was ended or has expired; begin a new one');
  }
}

/** The catalogue or the media cannot be used as they are. The message is a sentence that names the file or the database. */
export class MediaFolderError extends Error {
  override readonly name = 'MediaFolderError';
  /** Where the catalogue is, when `acceptMedia` makes it usable. */
  readonly acceptableIn: 'folder' | 'database' | undefined;

  constructor(
    message: string,
    { acceptableIn, cause }: { acceptableIn?: 'folder' | 'database'; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.acceptableIn = acceptableIn;
  }
}
