import { readBytes } from './file/read-bytes.ts';
import { uploadMessages } from './upload-messages.ts';
import { UploadStopped } from './upload-stopped.ts';

/**
 * Reads one byte where the next chunk begins. The read fails when the file was changed, moved or is a folder; a
 * request with such a body fails in the same way as a lost connection.
 * @throws UploadStopped when the file is empty or cannot be read
 */
export async function checkReadable(file: File, position = 0): Promise<void> {
  if (file.size === 0) throw UploadStopped.byFile(file);
  try {
    await readBytes(file.slice(position, position + 1));
  } catch (cause) {
    throw UploadStopped.byFile(file, cause);
  }
}

/** @throws UploadStopped when the file is larger than allowed */
export function checkSize(file: File, maxFileSizeKb: number): void {
  const limit = maxFileSizeKb * 1024;
  if (file.size <= limit) return;
  const detail = `${String(file.size)} > ${String(limit)} bytes`;
  throw new UploadStopped(uploadMessages.tooLarge, { kind: 'too-large', detail });
}
