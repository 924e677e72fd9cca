import { portalSettings } from '@vault/contracts';
import { aggregateSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';

/** Who has the address with its id may see the portal until its end. */
export interface PrivateLink {
  /** 128 random bits. */
  readonly id: string;
  readonly label: string;
  readonly endsAt: Date;
  readonly createdAt: Date;
}

export const portalSchema = aggregateSchema(
  'portals',
  {
    ...portalSettings.shape,
    accent: z.string().nullish(),
    /** Nobody sees it after this time; absent or null: it does not end. */
    endsAt: z.date().nullish(),
    isPublished: z.boolean(),
    /** Kept until its last event is sent. */
    isDeleted: z.boolean().default(false),
    /** WebP in base64, and its hash; absent or null: none. */
    logo: z.string().nullish(),
    logoHash: z.string().nullish(),
    links: z.array(z.custom<PrivateLink>()).default([]),
    /** Plays by the id of the video: only videos that it shows are counted. */
    plays: z.custom<Record<string, number>>().default({}),
    createdAt: z.date(),
  },
  {
    isHidden: true,
    indexes: [
      // Two portals cannot have the same address, whoever owns them.
      [{ slug: 1 }, { unique: true }],
      [{ ownerId: 1, _id: 1 }],
    ],
  },
);

/** Public pages of an owner's videos. */
export type PortalDocument = DocumentOf<typeof portalSchema>;
