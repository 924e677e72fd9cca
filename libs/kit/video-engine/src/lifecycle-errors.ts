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

/** The folder of the engine cannot be used as it is. The message is a sentence that names the file. */
export class MediaFolderError extends Error {
  override readonly name = 'MediaFolderError';
  /** Whether `acceptMedia` makes it usable. */
  readonly canBeAccepted: boolean;

  constructor(
    message: string,
    { canBeAccepted = false, cause }: { canBeAccepted?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.canBeAccepted = canBeAccepted;
  }
}
