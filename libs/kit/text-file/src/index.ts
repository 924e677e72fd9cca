export { decodeFile } from './decode-file.ts';
export { isTextEncoding, textEncodings } from './encodings.ts';
export type { DecodedFile } from './decode-file.ts';
export type { TextEncoding } from './encodings.ts';
