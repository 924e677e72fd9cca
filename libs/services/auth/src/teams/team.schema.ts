import { planIds, publishers } from '@vault/contracts';
import { aggregateSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';
import type { PromptSettings } from '../domain/default-settings.ts';
import type { TeamSso } from '../domain/team-sso.ts';
import type { TeamInvitation, TeamMember } from '../domain/team.ts';

export const teamSchema = aggregateSchema(
  'teams',
  {
    name: z.string(),
    publishers: z.enum(publishers),
    /** A square WebP picture in base64. */
    picture: z.string().optional(),
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
    /** Set by staff, in place of the limits of the plan and of all teams. */
    videoLimit: z.number().optional(),
    memberLimit: z.number().optional(),
    /** How its people sign in; absent until an owner sets something up. */
    sso: z.custom<TeamSso>().optional(),
    /** Its domains that no other team can have; absent when there is none. */
    claims: z.custom<readonly string[]>().optional(),
    /** The next look at its domains. */
    nextCheckAt: z.date().optional(),
    /** The folded name, for searches. */
    searchText: z.string(),
    /** When it is deleted; it is closed until then. */
    deletesAt: z.date().optional(),
    /** When the team was deleted. */
    deletedAt: z.date().optional(),
    /** The next purge of a deleted team. */
    purgeAt: z.date().optional(),
  },
  {
    isHidden: true,
    indexes: [
      // For the workspaces of a person, of whom only the id is known.
      [{ 'members.userId': 1 }],
      // The order of the list of staff.
      [{ upgradeRequestedAt: -1, createdAt: -1, _id: -1 }],
      // A sign-in has only an address.
      [{ claims: 1 }, { unique: true, sparse: true }],
      [{ nextCheckAt: 1 }, { sparse: true }],
      [{ accessEndsAt: 1 }, { sparse: true }],
      [{ deletesAt: 1 }, { sparse: true }],
      [{ purgeAt: 1 }, { sparse: true }],
    ],
  },
);

/** A workspace of several people. It owns videos, tokens and prompts as a person does, and its id is not a person's. */
export type TeamDocument = DocumentOf<typeof teamSchema>;
