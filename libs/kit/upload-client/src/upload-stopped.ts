import type { UploadFailure } from './upload.ts';
import { uploadMessages } from './upload-messages.ts';

/** Ends the transfer; the message may be shown to the user. */
export class UploadStopped extends Error {
  readonly failure: UploadFailure;

  constructor(message: string, failure: UploadFailure) {
    super(message, { cause: failure.cause });
    this.name = 'UploadStopped';
    this.failure = failure;
  }

  /** The server (or, with status 0, the network) ended it. */
  static byStatus(status: number): UploadStopped {
    const kind = status === 0 ? 'connection' : 'server';
    return new UploadStopped(uploadMessages.stopped(status), { kind, status });
  }

  /** The file is empty or cannot be read. */
  static byFile(file: File, cause?: unknown): UploadStopped {
    return new UploadStopped(uploadMessages.unreadable(file.size), { kind: 'unreadable', cause });
  }

  /** @returns the error itself, or one of kind `internal` that wraps an unexpected error */
  static from(error: unknown): UploadStopped {
    if (error instanceof UploadStopped) return error;
    return new UploadStopped(uploadMessages.stopped(0), { kind: 'internal', cause: error });
  }
}
