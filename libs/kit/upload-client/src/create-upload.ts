import { ResumableUpload } from './resumable-upload.ts';
import type { Upload } from './upload.ts';
import type { UploadOptions } from './upload-options.ts';
import { resolveOptions } from './upload-options.ts';

/**
 * Prepares the upload of one file; {@link Upload.start} begins it. Runtime failures (no session, file too large or
 * unreadable, server or network) end in state `error` with a message.
 * @throws TypeError on a programming mistake: an invalid chunk size, or a `file` that is not a File
 */
export function createUpload(options: UploadOptions): Upload {
  const upload = new ResumableUpload(resolveOptions(options));
  return {
    snapshot: () => upload.snapshot(),
    subscribe: (listener) => upload.subscribe(listener),
    start: () => upload.start(),
    pause: () => upload.pause(),
    resume: () => upload.resume(),
    retry: () => upload.retry(),
    abort: () => upload.abort(),
    dispose: () => upload.dispose(),
  };
}
