/** Every message of {@link UploadSnapshot.message}, character by character as in the product's specification. */
export const uploadMessages = {
  noEndpoint: 'No url or endpoint specified -- cannot handleUpload',
  notAFile: 'file must be a File object',
  tooLarge: 'file size exceeds maximum',
  chunkSize: 'chunkSize must be a positive number in multiples of 256, between min and max',
  offline: 'Currently offline. Upload will resume automatically when online.',
  complete: 'Upload complete!',
  /** @param size the file's size in bytes */
  unreadable: (size: number): string =>
    `Unable to read file of size ${String(size)} bytes. Try loading from another browser.`,
  /** @param status the HTTP status that ended the upload, 0 for a lost connection */
  stopped: (status: number): string => `Server responded with ${String(status)}. Stopping upload.`,
} as const;
