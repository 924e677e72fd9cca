import { z } from 'zod';
import { momentKinds } from '../routes/moment.routes.ts';
import {
  hiddenKinds,
  portalAudiences,
  portalLimits,
  portalParts,
  portalThemes,
} from '../routes/portal.routes.ts';

const id = z.string().min(1).max(128);
const momentId = z.string().min(1).max(64);
/** The end of the year 9999, in epoch seconds. */
const endsAt = z.number().min(0).max(253_402_300_799);
const ownedPortal = { portalId: z.string().min(1).max(64), ownerId: z.string() };

/** The settings of a portal that a person edits. */
const settings = z.object({
  name: z.string().min(1).max(portalLimits.name),
  slug: z.string().min(3).max(60),
  intro: z.string().max(portalLimits.intro),
  /** Null: the whole library, newest first. */
  videoIds: z.array(id).max(portalLimits.videos).nullable(),
  /** Such as `#c8321a`; null: that of the product. */
  accent: z.string().max(7).nullable(),
  theme: z.enum(portalThemes),
  shows: z.array(z.enum(portalParts)).max(portalParts.length),
  audience: z.enum(portalAudiences),
  domains: z.array(z.string().max(253)).max(portalLimits.domains),
  isListed: z.boolean(),
  /** Epoch seconds; null: it does not end. */
  endsAt: endsAt.nullable(),
  /** Spans of recordings whose words are not shown, in seconds. */
  hidden: z
    .array(z.object({ videoId: id, kind: z.enum(hiddenKinds), start: z.number(), end: z.number() }))
    .max(portalLimits.hidden),
});

export const portalCommands = {
  /** Makes the link of a span of a video. Idempotent: the same span is the same moment. Times in seconds. */
  'portal.share-moment.v1': z.object({
    videoId: z.string(),
    ownerId: z.string(),
    kind: z.enum(momentKinds),
    start: z.number().min(0),
    end: z.number().min(0),
  }),
  /** Changes the given settings. `endsAt` in epoch seconds; null: the link does not end. */
  'portal.edit-moment.v1': z.object({
    momentId,
    ownerId: z.string(),
    endsAt: endsAt.nullable().optional(),
    isListed: z.boolean().optional(),
  }),
  /** Ends the link. Idempotent. */
  'portal.revoke-moment.v1': z.object({ momentId, ownerId: z.string() }),
  /** Makes a portal that shows no video yet and is not published. Idempotent by `portalId`. */
  'portal.create-portal.v1': z.object({
    ...ownedPortal,
    name: settings.shape.name,
    slug: settings.shape.slug,
  }),
  /** Changes the given settings, only when the portal still has this `version`. */
  'portal.edit-portal.v1': z.object({
    ...ownedPortal,
    version: z.number().int(),
    settings: settings.partial(),
  }),
  /** A WebP picture in base64; null removes the logo. */
  'portal.set-logo.v1': z.object({ ...ownedPortal, logo: z.string().max(100_000).nullable() }),
  'portal.publish-portal.v1': z.object({ ...ownedPortal, isPublished: z.boolean() }),
  /** Idempotent. */
  'portal.delete-portal.v1': z.object(ownedPortal),
  /** Adds a private link, which works until `endsAt`. Idempotent by `linkId`. */
  'portal.add-link.v1': z.object({
    ...ownedPortal,
    linkId: z.string().min(1).max(64),
    label: z.string().min(1).max(portalLimits.label),
    endsAt,
  }),
  /** Ends a private link. Idempotent. */
  'portal.end-link.v1': z.object({ ...ownedPortal, linkId: z.string().min(1).max(64) }),
};

/** What changed about who can see a portal. */
export const portalAccessChanges = [
  'publish-portal',
  'unpublish-portal',
  'delete-portal',
  'add-portal-link',
  'end-portal-link',
] as const;

export const portalEvents = {
  /** Who can see a portal has changed: admin records it in the audit log. */
  'portal.access-changed.v1': z.object({
    ...ownedPortal,
    change: z.enum(portalAccessChanges),
    slug: z.string(),
  }),
};
