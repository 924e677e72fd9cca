import { ResumableUpload } from './resumable-upload.ts';
import type { Upload } from './upload.ts';
import type { UploadOptions } from './upload-options.ts';
import { resolveOptions } from './upload-options.ts';

/**
 * Prepares the upload of one file; {@link Upload.start} begins it. What can go wrong for a user (no session, file too
 * large or unreadable, server or network) ends in state `error` with a message.
 * @throws TypeError on a programming mistake: a chunk size against the rules, or a `file` that is not a File
 */
export function createUpload(options: UploadOptions): Upload {
  return new ResumableUpload(resolveOptions(options));
}
