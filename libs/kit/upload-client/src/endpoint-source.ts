import { uploadMessages } from './upload-messages.ts';
import type { ResolvedOptions } from './upload-options.ts';
import { UploadStopped } from './upload-stopped.ts';

/** Where to send the file. */
export interface Endpoint {
  url: string;
  /** The session began before this upload, and may hold bytes already. */
  isResumed: boolean;
}

/** Knows the session in use, and how to come by another one. */
export class EndpointSource {
  readonly #options: ResolvedOptions;
  #resumeFrom: string | undefined;
  #made: string | undefined;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.#resumeFrom = options.resumeFrom;
  }

  /** @throws UploadStopped when there is none to be had */
  async find(signal: AbortSignal): Promise<Endpoint> {
    if (this.#resumeFrom) return { url: this.#resumeFrom, isResumed: true };
    const { endpoint, file } = this.#options;
    if (typeof endpoint !== 'function') return { url: requireUrl(endpoint), isResumed: false };
    try {
      this.#made ??= await endpoint(file, signal);
    } catch (cause) {
      throw new UploadStopped(sentenceOf(cause), { kind: 'endpoint-failed', cause });
    }
    return { url: requireUrl(this.#made), isResumed: false };
  }

  /** The session is gone: the next one will be a fresh one. */
  forget(): void {
    this.#resumeFrom = undefined;
    this.#made = undefined;
  }
}

function requireUrl(url: unknown): string {
  if (typeof url === 'string' && url !== '') return url;
  throw new UploadStopped(uploadMessages.noEndpoint, { kind: 'no-endpoint' });
}

function sentenceOf(cause: unknown): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : uploadMessages.noEndpoint;
}
