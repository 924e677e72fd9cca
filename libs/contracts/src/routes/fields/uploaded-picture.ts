import { z } from 'zod';

const maxBase64 = 700_000;

/** A picture in the body of a request, of at most 512 KB. @param what is its subject, such as "logo" */
export const uploadedPicture = (what: string) =>
  z
    .base64()
    .max(maxBase64, `The ${what} may have at most 512 KB.`)
    .nullable()
    .describe(`A PNG, JPEG or WebP picture in base64; null removes the ${what}.`);
