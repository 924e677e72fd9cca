import { z } from 'zod';
import {
  logoBody,
  portalBody,
  portalEdit,
  portalId,
  portalLinkBody,
  portalPreviewBody,
  portalRecord,
  privateLinkId,
  publicationBody,
  type PortalRecord,
} from '../routes/portal.routes.ts';
import { done, success } from './answers.ts';
import { sessionId } from './examples.ts';
import { route } from './route.ts';

const example: PortalRecord = {
  id: 'b8J3mZ0yT5uWc1RkXb7eVA',
  link: 'https://vault.example.com/p/acme-talks',
  name: 'Acme talks',
  slug: 'acme-talks',
  intro: 'Everything our product team has shown.',
  video_ids: [sessionId],
  accent: '#1d5c8f',
  theme: 'auto',
  shows: ['transcript', 'quotes', 'search'],
  audience: 'anyone',
  domains: ['www.example.com'],
  is_listed: true,
  ends_at: null,
  hidden: [{ video_id: sessionId, kind: 'chapter', start: 600, end: 720 }],
  is_published: true,
  logo: null,
  links: [],
  plays: { [sessionId]: 48 },
  version: 7,
  created_at: 1_767_225_600,
};
const portalList = z.object({
  portals: z.array(portalRecord),
  limit: z.number().int().describe('How many the plan allows; 0: it has none.'),
});
const preview = z.object({ html: z.string().describe('The page, as a document of its own.') });
const answer = success(portalRecord, example);
const params = z.object({ id: portalId });
const linkParams = params.extend({ linkId: privateLinkId });
const failures = { 404: 'There is no such portal, or it is somebody else’s.' };
const edited = 'The portal was changed elsewhere since that `version`, or its address is taken.';
const tag = 'Portals';

export const portalRoutes = {
  listPortals: route(tag, 'GET /portals', {
    needs: 'library.read',
    summary: 'Your portals',
    description: 'Without their private links for who may not edit portals.',
    answer: success(portalList, { portals: [example], limit: 10 }),
  }),
  createPortal: route(tag, 'POST /portals', {
    needs: 'portals.edit',
    summary: 'Make a portal',
    description: 'It shows no video and is not published yet.',
    body: { schema: portalBody, example: { name: 'Acme talks', slug: 'acme-talks' } },
    answer,
    failures: { 403: 'The plan has no portals, or no more.', 409: 'The address is taken.' },
  }),
  editPortal: route(tag, 'PATCH /portals/{id}', {
    needs: 'portals.edit',
    summary: 'Change settings of a portal',
    description:
      'Absent fields stay unchanged. A published portal follows within a minute; to change it takes the permission to publish.',
    params,
    body: { schema: portalEdit, example: { version: 6, accent: '#1d5c8f', theme: 'auto' } },
    answer,
    failures: { ...failures, 409: edited },
  }),
  setPortalLogo: route(tag, 'POST /portals/{id}/logo', {
    needs: 'portals.edit',
    summary: 'Set or remove the logo',
    description: 'The picture is scaled to at most 640×160 pixels and stored as WebP.',
    params,
    body: { schema: logoBody, example: { image: null } },
    answer,
    failures: {
      ...failures,
      400: 'The picture cannot be read, or has more than 8,000 pixels on a side or 8 million in all.',
      403: 'The plan has no portals.',
    },
  }),
  publishPortal: route(tag, 'POST /portals/{id}/publication', {
    needs: 'portals.publish',
    summary: 'Publish a portal, or withdraw it',
    description: 'After it is withdrawn, its pages and its media stop working within a minute.',
    params,
    body: { schema: publicationBody, example: { is_published: true } },
    answer,
    failures: { ...failures, 403: 'The plan has no portals.' },
  }),
  previewPortal: route(tag, 'POST /portals/{id}/preview', {
    needs: 'portals.edit',
    hasKey: false,
    summary: 'A page as it would be with these settings',
    description: 'Nothing is stored. The page contains no player.',
    params,
    body: { schema: portalPreviewBody, example: { theme: 'dark' } },
    answer: success(preview, { html: '<!doctype html>…' }),
    failures,
  }),
  addPortalLink: route(tag, 'POST /portals/{id}/links', {
    needs: 'portals.publish',
    summary: 'Make a private link to a portal',
    description: 'For portals whose audience is `links`: who has the link may see it until the end.',
    params,
    body: { schema: portalLinkBody, example: { label: 'Board', ends_at: 1_798_675_200 } },
    answer,
    failures: { ...failures, 403: 'The portal has the maximum number of links.' },
  }),
  endPortalLink: route(tag, 'DELETE /portals/{id}/links/{linkId}', {
    needs: 'portals.publish',
    summary: 'End a private link',
    description: 'Ending a link twice is no error.',
    params: linkParams,
    answer,
    failures,
  }),
  deletePortal: route(tag, 'DELETE /portals/{id}', {
    needs: 'portals.edit',
    summary: 'Delete a portal',
    description: 'Its pages stop working within a minute. The videos stay. Deleting it twice is no error.',
    params,
    answer: done,
  }),
};
