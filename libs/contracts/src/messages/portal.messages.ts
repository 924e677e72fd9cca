import { z } from 'zod';
import { command, event } from './message.ts';
import { portalAccessChanges } from '../routes/audit.routes.ts';
import { momentKinds } from '../routes/moment.routes.ts';
import {
  hiddenKinds,
  portalAudiences,
  portalLimits,
  portalParts,
  portalThemes,
} from '../routes/portal.routes.ts';
import { latestTime } from '../rules/utc-day.ts';

const id = z.string().min(1).max(128);
const momentId = z.string().min(1).max(64);
/** The end of the year 9999, in epoch seconds. */
const endsAt = z.number().min(0).max(latestTime);
/** For who may not publish: refused once the portal is published. */
const draft = { isDraftOnly: z.boolean().optional() };
const ownedPortal = { portalId: z.string().min(1).max(64), ownerId: z.string() };

/** The settings of a portal that a person edits. */
export const portalSettings = z.object({
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
  'portal.share-moment.v1': command({
    logs: ['videoId', 'kind', 'start', 'end'],
    says: 'Make the link of a span of the video, in seconds. Idempotent: the same span is the same link.',
    data: {
      videoId: z.string(),
      ownerId: z.string(),
      kind: z.enum(momentKinds),
      start: z.number().min(0),
      end: z.number().min(0),
    },
  }),
  'portal.edit-moment.v1': command({
    logs: ['momentId', 'endsAt', 'isListed'],
    says: 'Set when a link ends, in epoch seconds or null for never, and whether search engines may list it.',
    data: {
      momentId,
      ownerId: z.string(),
      endsAt: endsAt.nullable().optional(),
      isListed: z.boolean().optional(),
    },
  }),
  'portal.revoke-moment.v1': command({
    logs: ['momentId'],
    says: 'End a link.',
    data: { momentId, ownerId: z.string() },
  }),
  'portal.create-portal.v1': command({
    logs: ['portalId', 'slug'],
    says: 'Make a portal, which shows no video and is not published yet. Idempotent by `portalId`.',
    data: {
      ...ownedPortal,
      name: portalSettings.shape.name,
      slug: portalSettings.shape.slug,
    },
  }),
  'portal.edit-portal.v1': command({
    logs: ['portalId', 'settings'],
    says: 'Change the given settings of a portal, only when it has not changed since `version`.',
    data: {
      ...ownedPortal,
      ...draft,
      version: z.number().int(),
      settings: portalSettings.partial(),
    },
  }),
  'portal.set-logo.v1': command({
    logs: ['portalId'],
    says: 'Set the logo of a portal, a WebP picture in base64, or remove it.',
    data: { ...ownedPortal, ...draft, logo: z.string().max(100_000).nullable() },
  }),
  'portal.publish-portal.v1': command({
    logs: ['portalId', 'isPublished'],
    says: 'Publish a portal, or end its publication.',
    data: { ...ownedPortal, isPublished: z.boolean() },
  }),
  'portal.delete-portal.v1': command({
    logs: ['portalId'],
    says: 'Delete a portal and its private links.',
    data: { ...ownedPortal, ...draft },
  }),
  'portal.add-link.v1': command({
    logs: ['portalId', 'linkId', 'endsAt'],
    says: 'Add a private link to a portal, which works until a time. Idempotent by `linkId`.',
    data: {
      ...ownedPortal,
      linkId: z.string().min(1).max(64),
      label: z.string().min(1).max(portalLimits.label),
      endsAt,
    },
  }),
  'portal.end-link.v1': command({
    logs: ['portalId', 'linkId'],
    says: 'End a private link.',
    data: { ...ownedPortal, linkId: z.string().min(1).max(64) },
  }),
};

export const portalEvents = {
  'portal.access-changed.v1': event({
    to: ['admin'],
    says: 'A portal was published, withdrawn or deleted, or a private link was added or ended.',
    data: {
      ...ownedPortal,
      change: z.enum(portalAccessChanges),
      slug: z.string(),
    },
  }),
};
