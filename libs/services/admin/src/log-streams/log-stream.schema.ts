import { logStreamKinds } from '@vault/contracts';
import { aggregateSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';

export const logStreamSchema = aggregateSchema(
  'workspace_streams',
  {
    kind: z.enum(logStreamKinds),
    /** Of `syslog`: the host, and its port. */
    host: z.string().optional(),
    port: z.number().optional(),
    /** Of `https`. */
    url: z.string().optional(),
    sealedSecret: z.string().optional(),
    /** The last entry that was delivered. */
    deliveredSeq: z.number(),
    deliveredAt: z.date().optional(),
    /** Why the last try has failed, as a sentence; empty after a success. */
    problem: z.string().default(''),
    /** Tries in sequence that have failed. */
    failures: z.number().default(0),
    /** When entries are delivered next; absent while it is off. */
    nextCheckAt: z.date().optional(),
  },
  { indexes: [[{ nextCheckAt: 1 }]] },
);

/** Where the entries of a workspace, whose id it has, are sent. */
export type LogStream = DocumentOf<typeof logStreamSchema>;
