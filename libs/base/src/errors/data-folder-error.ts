/** The data folder cannot be used as it is. The message is for the operator: one sentence that names the file. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}
