import { planIds, publishers } from '@vault/contracts';
import { aggregateSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';
import type { PromptSettings } from '../domain/default-settings.ts';
import type { TeamInvitation, TeamMember } from '../domain/team.ts';

export const teamSchema = aggregateSchema(
  'teams',
  {
    name: z.string(),
    publishers: z.enum(publishers),
    members: z.custom<readonly TeamMember[]>(),
    invitations: z.custom<readonly TeamInvitation[]>().default([]),
    createdAt: z.date(),
    // From here on as in the account of a person.
    plan: z.enum(planIds),
    isConfirmed: z.boolean(),
    membershipEnd: z.date(),
    isActive: z.boolean(),
    settings: z.custom<PromptSettings>(),
    upgradeRequestedAt: z.date().optional(),
    contentVersion: z.number(),
    accessEndsAt: z.date().optional(),
  },
  {
    isHidden: true,
    indexes: [
      // For the workspaces of a person, of whom only the id is known.
      [{ 'members.userId': 1 }],
      [{ upgradeRequestedAt: 1 }, { sparse: true }],
      [{ accessEndsAt: 1 }, { sparse: true }],
    ],
  },
);

/** A workspace of several people. It owns videos, tokens and prompts as a person does, and its id is not a person's. */
export type TeamDocument = DocumentOf<typeof teamSchema>;
