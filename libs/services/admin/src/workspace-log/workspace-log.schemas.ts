import type { LoggedFields } from '@vault/contracts';
import { documentSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';

export const workspaceEntrySchema = documentSchema(
  'workspace_entries',
  {
    ownerId: z.string(),
    seq: z.number(),
    at: z.date(),
    actorId: z.string(),
    isStaff: z.boolean(),
    action: z.string(),
    fields: z.custom<LoggedFields>(),
    before: z.custom<LoggedFields>(),
    address: z.string(),
    correlationId: z.string(),
    prevHash: z.string(),
    hash: z.string(),
  },
  {
    indexes: [
      [{ ownerId: 1, seq: 1 }, { unique: true }],
      [{ ownerId: 1, at: 1, seq: 1 }],
      [{ ownerId: 1, actorId: 1, at: 1, seq: 1 }],
      [{ ownerId: 1, action: 1, at: 1, seq: 1 }],
    ],
  },
);

/** One entry of the audit log of a workspace. It is never changed; the oldest are removed after `logDays`. */
export type WorkspaceEntry = DocumentOf<typeof workspaceEntrySchema>;

export const workspaceLogSchema = documentSchema(
  'workspace_logs',
  {
    /** The first entry that is kept, and the hash of the entry before it. */
    firstSeq: z.number(),
    firstPrevHash: z.string(),
    /** An entry that was the last one: the log never ends before it. */
    lastSeq: z.number(),
    lastHash: z.string(),
    checkedAt: z.date().optional(),
    /** The first entry that does not follow the one before it; absent when the log is whole. */
    brokenSeq: z.number().optional(),
    /** When it is checked again. */
    nextCheckAt: z.date(),
  },
  { indexes: [[{ nextCheckAt: 1 }]] },
);

/** What is known of the log of a workspace, whose id it has. It shows when entries at an end were removed. */
export type WorkspaceLog = DocumentOf<typeof workspaceLogSchema>;
