import { uploadMessages } from './upload-messages.ts';
import type { ResolvedOptions } from './upload-options.ts';
import { UploadStopped } from './upload-stopped.ts';

/** Where to send the file. */
export interface Endpoint {
  url: string;
  /** The session was created before this upload, and may already hold bytes. */
  isResumed: boolean;
}

/** Provides the url of the current session, or of a new one. */
export class EndpointSource {
  readonly #options: ResolvedOptions;
  #resumeFrom: string | undefined;
  #createdUrl: string | undefined;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.#resumeFrom = options.resumeFrom;
  }

  /** @throws UploadStopped when there is no endpoint or its function fails */
  async find(signal: AbortSignal): Promise<Endpoint> {
    if (this.#resumeFrom) return { url: this.#resumeFrom, isResumed: true };
    const { endpoint, file } = this.#options;
    if (typeof endpoint !== 'function') return { url: requireUrl(endpoint), isResumed: false };
    try {
      this.#createdUrl ??= await endpoint(file, signal);
    } catch (cause) {
      throw new UploadStopped(messageOf(cause), { kind: 'endpoint-failed', cause });
    }
    return { url: requireUrl(this.#createdUrl), isResumed: false };
  }

  /** Call when the session is gone: the next `find` creates a new one. */
  forget(): void {
    this.#resumeFrom = undefined;
    this.#createdUrl = undefined;
  }
}

function requireUrl(url: unknown): string {
  if (typeof url === 'string' && url !== '') return url;
  throw new UploadStopped(uploadMessages.noEndpoint, { kind: 'no-endpoint' });
}

function messageOf(cause: unknown): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : uploadMessages.noEndpoint;
}
