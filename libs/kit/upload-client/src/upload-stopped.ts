import { type ResolvedOptions, type UploadFailure, uploadMessages } from './upload.ts';

/** Ends the transfer; the message may be shown to the user. */
export class UploadStopped extends Error {
  constructor(
    message: string,
    readonly failure: UploadFailure,
  ) {
    super(message, { cause: failure.cause });
    this.name = 'UploadStopped';
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

/** Where to send the file. */
export interface Endpoint {
  url: string;
  /** The session was created before this upload, and may already hold bytes. */
  isResumed: boolean;
}

/** Provides the url of the current session, or of a new one. */
export class EndpointSource {
  private resumeFrom: string | undefined;
  private createdUrl: string | undefined;

  constructor(private readonly options: ResolvedOptions) {
    this.resumeFrom = options.resumeFrom;
  }

  /** @throws UploadStopped when there is no endpoint or its function fails */
  async find(signal: AbortSignal): Promise<Endpoint> {
    if (this.resumeFrom) return { url: this.resumeFrom, isResumed: true };
    const { endpoint, file } = this.options;
    if (typeof endpoint !== 'function') return { url: requireUrl(endpoint), isResumed: false };
    try {
      this.createdUrl ??= await endpoint(file, signal);
    } catch (cause) {
      throw new UploadStopped(messageOf(cause), { kind: 'endpoint-failed', cause });
    }
    return { url: requireUrl(this.createdUrl), isResumed: false };
  }

  /** Call when the session is gone: the next `find` creates a new one. */
  forget(): void {
    this.resumeFrom = undefined;
    this.createdUrl = undefined;
  }
}

function requireUrl(url: unknown): string {
  if (typeof url === 'string' && url !== '') return url;
  throw new UploadStopped(uploadMessages.noEndpoint, { kind: 'no-endpoint' });
}

function messageOf(cause: unknown): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : uploadMessages.noEndpoint;
}
