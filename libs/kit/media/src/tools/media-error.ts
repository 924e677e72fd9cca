/** A file that cannot be used, or work that failed permanently; the message is for the user who uploaded the file. */
export class MediaError extends Error {
  readonly type: string;

  constructor(type: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.type = type;
  }
}

/** The message for a file without a track that can be decoded. */
export function unsupportedCodec(codec: string): string {
  return `The file holds a codec that is not supported (${codec}). MP4 with H.264 and AAC works.`;
}

/** Creates the error for an asset whose source was deleted. */
export function originDeleted(): MediaError {
  return new MediaError('invalid_input', 'The source video was deleted.');
}
