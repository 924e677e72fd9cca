import { z } from 'zod';

/** One secret; while it changes two, with a comma between: the first is used, each is accepted. */
export const changingSecret = z
  .string()
  .transform((text): [string, ...string[]] => {
    const [first = '', ...others] = text.split(',').map((secret) => secret.trim());
    return [first, ...others];
  })
  .refine((list) => list.length <= 2 && !list.includes(''), {
    error: 'must be set; while it changes, two with a comma between',
  });
