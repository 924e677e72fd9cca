import type { MessageData, PortalAudience, PortalPart, PortalTheme } from '@vault/contracts';
import { addAggregateFields, type Aggregate } from '@vault/store';
import { Schema } from 'mongoose';

/** What its owner sets. */
export type PortalSettings = Required<MessageData<'portal.edit-portal.v1'>['settings']>;

/** Who has the address with its id may see the portal until its end. */
export interface PrivateLink {
  /** 128 random bits. */
  readonly id: string;
  readonly label: string;
  readonly endsAt: Date;
  readonly createdAt: Date;
}

/** Public pages of an owner's videos. */
export interface PortalDocument extends Aggregate, Omit<PortalSettings, 'endsAt' | 'accent'> {
  theme: PortalTheme;
  audience: PortalAudience;
  shows: PortalPart[];
  accent?: string | null;
  /** Nobody sees it after this time; absent or null: it does not end. */
  endsAt?: Date | null;
  isPublished: boolean;
  /** Kept until its last event is sent. */
  isDeleted: boolean;
  /** WebP in base64, and its hash; absent or null: none. */
  logo?: string | null;
  logoHash?: string | null;
  links: PrivateLink[];
  /** Plays by the id of the video: only videos that it shows are counted. */
  plays: Record<string, number>;
  createdAt: Date;
}

export const portalSchema = new Schema<PortalDocument>({
  name: { type: String, required: true },
  slug: { type: String, required: true },
  intro: { type: String, default: '' },
  videoIds: { type: [String], default: null },
  accent: String,
  theme: { type: String, required: true },
  shows: [String],
  audience: { type: String, required: true },
  domains: [String],
  isListed: { type: Boolean, required: true },
  endsAt: Date,
  hidden: { type: [Object], default: [] },
  isPublished: { type: Boolean, required: true },
  isDeleted: { type: Boolean, default: false },
  logo: String,
  logoHash: String,
  links: { type: [Object], default: [] },
  plays: { type: Object, default: {} },
  createdAt: { type: Date, required: true },
});
addAggregateFields(portalSchema, { isHidden: true });
// Two portals cannot have the same address, whoever owns them.
portalSchema.index({ slug: 1 }, { unique: true });
portalSchema.index({ ownerId: 1, _id: 1 });
