import type { Role } from '@vault/contracts';

/** The kind of token that a route requires; `owner-only` is staff with the role owner. */
export type Guard = 'public' | 'user' | 'staff' | 'owner-only';

/**
 * The kind of object that an id names. A `text` is a keyword that may contain an id; an `email` names a user; a `workspace` is a
 * team or, by the id of the user, their own one.
 */
export type IdKind =
  | 'video'
  | 'operation'
  | 'moment'
  | 'clip'
  | 'portal'
  | 'private link'
  | 'session'
  | 'invitation'
  | 'team'
  | 'workspace'
  | 'user'
  | 'staff'
  | 'email'
  | 'text';

/** A parameter of a route that takes an id. */
export interface IdParameter {
  readonly in: 'path' | 'query' | 'body';
  readonly name: string;
  readonly kind: IdKind;
  /** The status for another user, whether the id exists or not; 404 by default. */
  readonly foreign?: number;
}

/** The access rules of one route. */
export interface Access {
  readonly guard: Guard;
  readonly ids?: readonly IdParameter[];
  /** Further valid input. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The status for an authorised caller with their own ids; 200 by default. */
  readonly own?: number;
  /** The least role in a team that may call it, viewer by default. Of `person`, the call is about the caller alone. */
  readonly role?: 'person' | Exclude<Role, 'viewer'>;
  /** The call invalidates the token that was sent. */
  readonly endsSession?: true;
}

const password = 'analytical engine';
const staffPassword = 'punched cards';

const passthrough: IdParameter = { in: 'body', name: 'passthrough', kind: 'video' };
const videoInPath: IdParameter = { in: 'path', name: 'id', kind: 'video' };
const clipInPath: IdParameter = { in: 'path', name: 'clipId', kind: 'clip' };
const userInPath: IdParameter = { in: 'path', name: 'id', kind: 'user' };
const staffInPath: IdParameter = { in: 'path', name: 'id', kind: 'staff' };
/** Old clients send their own user id; another user's id is refused. */
const userId: IdParameter = { in: 'body', name: 'userId', kind: 'user', foreign: 403 };
const portalInPath: IdParameter = { in: 'path', name: 'id', kind: 'portal' };
const customPrompt = 'Prefer numbers.';
const unknownToken = 'a-token-that-no-mail-has';
const newPassword = (same: string) => ({ password: same, new_password: same });

/** Routes without a token. */
const publicRoutes: Readonly<Record<string, Access>> = {
  'POST /auth/register': { guard: 'public' },
  'POST /auth/login': { guard: 'public' },
  'POST /auth/forgot-password': { guard: 'public' },
  'POST /auth/check-reset-link': { guard: 'public' },
  'POST /auth/reset-password': { guard: 'public' },
  'POST /auth/confirm-email': { guard: 'public' },
  'POST /auth/undo-email': { guard: 'public' },
  'POST /auth/invitation': { guard: 'public' },
  'POST /auth/sso': { guard: 'public' },
  // There is no such team.
  'POST /auth/sso/{team}/finish': { guard: 'public', own: 404 },
  'POST /auth/sso/link': { guard: 'public' },
  'POST /auth/sso/{team}/sign-out': { guard: 'public' },
  'POST /admin/login': { guard: 'public' },
  'GET /admin/sso': { guard: 'public', own: 200 },
  // No provider is set up.
  'POST /admin/sso': { guard: 'public', own: 404 },
  'POST /admin/sso/finish': { guard: 'public' },
};

/** In an order in which one user can call all of them: deletions come last. */
const userRoutes: Readonly<Record<string, Access>> = {
  'POST /auth/check': { guard: 'user', role: 'person' },
  'POST /auth/': { guard: 'user', ids: [userId] },
  'POST /muxupload/update-custom-prompt': {
    guard: 'user',
    role: 'editor',
    ids: [userId],
    body: { customPrompt, quoteCt: 2 },
  },
  'POST /muxupload/update-base-search-prompt': {
    guard: 'user',
    role: 'editor',
    ids: [userId],
    body: { customPrompt },
  },
  'POST /auth/can-upload-video': { guard: 'user' },
  'GET /account': { guard: 'user', role: 'person' },
  'PATCH /account': { guard: 'user', role: 'person', body: { lastname: 'Byron' } },
  'GET /account/ledger': { guard: 'user', role: 'editor' },
  'GET /account/sessions': { guard: 'user', role: 'person' },
  'GET /account/export/estimate': { guard: 'user', role: 'person' },
  'POST /account/export/ticket': { guard: 'user', role: 'person' },
  'GET /account/export': { guard: 'user', role: 'person' },
  'GET /events': { guard: 'user' },
  'POST /account/upgrade-request': { guard: 'user', role: 'admin' },
  'GET /muxupload': { guard: 'user', role: 'editor' },
  'GET /muxupload/estimate': {
    guard: 'user',
    role: 'editor',
    ids: [{ in: 'query', name: 'passthrough', kind: 'video' }],
    query: { kind: 'summary' },
  },
  'PATCH /muxupload/save': {
    guard: 'user',
    role: 'editor',
    ids: [passthrough, userId],
    body: { title: 'Taken over', description: 'Taken over' },
  },
  'GET /muxvideos': {
    guard: 'user',
    ids: [{ ...userId, in: 'query' }],
    query: { page: '1', limit: '100' },
  },
  'GET /muxvideos/asset/{id}': { guard: 'user', ids: [videoInPath] },
  'GET /muxvideos/{id}/transcript': { guard: 'user', ids: [videoInPath] },
  // Its captions do not have this line.
  'PATCH /muxvideos/{id}/transcript': {
    guard: 'user',
    role: 'editor',
    ids: [videoInPath],
    body: { changes: [{ before: [{ start: 0, end: 1, text: 'Nobody says this.' }], after: [] }] },
    own: 409,
  },
  'POST /muxvideos/{id}/transcript/rename-speaker': {
    guard: 'user',
    role: 'editor',
    ids: [videoInPath],
    body: { from: 'Nobody', to: 'Ann' },
  },
  'PUT /muxvideos/{id}/transcript/review': {
    guard: 'user',
    role: 'reviewer',
    ids: [videoInPath],
    body: { isReviewed: true },
  },
  // It is no file with captions, and they were not replaced.
  'PUT /muxvideos/{id}/captions': {
    guard: 'user',
    role: 'editor',
    ids: [videoInPath],
    body: { text: 'Nobody says this.' },
    own: 400,
  },
  'POST /muxvideos/{id}/captions/preview': {
    guard: 'user',
    role: 'editor',
    ids: [videoInPath],
    body: { text: 'Nobody says this.' },
  },
  // There is no speech server.
  'POST /muxvideos/{id}/captions': {
    guard: 'user',
    role: 'editor',
    ids: [videoInPath],
    body: { language: 'de' },
    own: 409,
  },
  'DELETE /muxvideos/{id}/captions': { guard: 'user', role: 'editor', ids: [videoInPath], own: 409 },
  'GET /muxvideos/{id}/clips': { guard: 'user', ids: [videoInPath] },
  'POST /muxvideos/{id}/clips': {
    guard: 'user',
    role: 'editor',
    ids: [videoInPath],
    body: { from: 0.5, to: 1.5, frame: 'recorded', captions: 'none' },
  },
  'DELETE /muxvideos/{id}/clips/{clipId}': { guard: 'user', role: 'editor', ids: [videoInPath, clipInPath] },
  'GET /glossary': { guard: 'user' },
  'GET /glossary.csv': { guard: 'user' },
  // It has another version.
  'PUT /glossary': { guard: 'user', role: 'editor', body: { terms: [], version: 99 }, own: 409 },
  'POST /glossary/import': {
    guard: 'user',
    role: 'editor',
    body: { csv: 'term,wrong forms,case sensitive\nTeal,teel,false\n' },
  },
  'GET /glossary/places': { guard: 'user', ids: [{ in: 'query', name: 'videoId', kind: 'video' }] },
  'GET /library-job': { guard: 'user' },
  // Each changes no videos but those of its caller: in these there is nothing to change.
  'POST /glossary/corrections': {
    guard: 'user',
    role: 'editor',
    body: {
      videos: [
        {
          videoId: 'nobody-has-it',
          changes: [
            {
              before: [{ start: 0, end: 1, text: 'Nobody says this.' }],
              after: [{ start: 0, end: 1, text: 'Nor this.' }],
            },
          ],
        },
      ],
    },
  },
  // It is the id of another kind of work.
  'POST /library-job/undo': {
    guard: 'user',
    role: 'editor',
    ids: [{ in: 'body', name: 'id', kind: 'operation', foreign: 409 }],
    own: 409,
  },
  'GET /muxvideos/{id}/glossary-proposals': { guard: 'user', role: 'editor', ids: [videoInPath] },
  // The other workspace is asked about first. It is the one in which the video is.
  'POST /muxvideos/{id}/move': {
    guard: 'user',
    role: 'editor',
    ids: [
      { ...videoInPath, foreign: 403 },
      { in: 'body', name: 'to', kind: 'workspace', foreign: 403 },
    ],
    own: 400,
  },
  // A video that is ready cannot be retried.
  'POST /muxupload/retry': { guard: 'user', role: 'editor', ids: [passthrough], own: 409 },
  // Its file has one sound, which is used.
  'POST /muxupload/tracks': {
    guard: 'user',
    role: 'editor',
    ids: [passthrough],
    body: { sound: 0 },
    own: 409,
  },
  'POST /muxupload/re-generate-chapter': { guard: 'user', role: 'editor', ids: [passthrough] },
  'POST /muxupload/generate-summary': { guard: 'user', role: 'editor', ids: [passthrough] },
  'POST /muxupload/update-quote': {
    guard: 'user',
    role: 'editor',
    ids: [passthrough],
    body: { start: '00:00:00', end: '10:00:00', selIndex: 0, newQuotePrompt: '' },
  },
  'POST /muxupload/update-search': {
    guard: 'user',
    role: 'editor',
    ids: [passthrough],
    body: { selIndex: 0, newSearchPrompt: 'What is said about quarters?' },
  },
  'GET /muxupload/operations/{id}': {
    guard: 'user',
    role: 'editor',
    ids: [{ in: 'path', name: 'id', kind: 'operation' }],
  },
  'POST /muxupload/video-cut': {
    guard: 'user',
    role: 'editor',
    ids: [passthrough],
    body: { timeIn: '00:00:01', timeOut: '00:00:02' },
  },
  'POST /moments': {
    guard: 'user',
    role: 'editor',
    ids: [passthrough],
    body: { kind: 'span', start: 1, end: 2 },
  },
  'GET /moments': { guard: 'user', ids: [{ in: 'query', name: 'passthrough', kind: 'video' }] },
  'PATCH /moments/{id}': {
    guard: 'user',
    role: 'editor',
    ids: [{ in: 'path', name: 'id', kind: 'moment' }],
    body: { is_listed: true },
  },
  // An unknown link counts as ended.
  'DELETE /moments/{id}': {
    guard: 'user',
    role: 'editor',
    ids: [{ in: 'path', name: 'id', kind: 'moment', foreign: 200 }],
  },
  'GET /portals': { guard: 'user' },
  // Another user has taken the address before.
  'POST /portals': {
    guard: 'user',
    role: 'editor',
    body: { name: 'Taken', slug: 'taken-by-another' },
    own: 409,
  },
  'PATCH /portals/{id}': {
    guard: 'user',
    role: 'editor',
    ids: [portalInPath],
    body: { version: 1, intro: 'Taken over' },
  },
  'POST /portals/{id}/logo': { guard: 'user', role: 'editor', ids: [portalInPath], body: { image: null } },
  'POST /portals/{id}/preview': {
    guard: 'user',
    role: 'editor',
    ids: [portalInPath, { in: 'body', name: 'video_id', kind: 'video' }],
    body: { theme: 'dark', video_ids: null },
  },
  'POST /portals/{id}/publication': {
    guard: 'user',
    role: 'editor',
    ids: [portalInPath],
    body: { is_published: true },
  },
  'POST /portals/{id}/links': {
    guard: 'user',
    role: 'editor',
    ids: [portalInPath],
    body: { label: 'Taken over', ends_at: 4_102_444_800 },
  },
  'DELETE /portals/{id}/links/{linkId}': {
    guard: 'user',
    role: 'editor',
    ids: [portalInPath, { in: 'path', name: 'linkId', kind: 'private link' }],
  },
  // An unknown portal counts as deleted.
  'DELETE /portals/{id}': { guard: 'user', role: 'editor', ids: [{ ...portalInPath, foreign: 200 }] },
  'GET /search': {
    guard: 'user',
    ids: [{ in: 'query', name: 'keyword', kind: 'text', foreign: 200 }],
  },
  'GET /search/speakers': { guard: 'user' },
  'POST /speakers/rename': {
    guard: 'user',
    role: 'editor',
    body: { from: 'Nobody', to: 'Ann', videoIds: ['nobody-has-it'] },
  },
  'POST /muxupload/upload-omnisearch': { guard: 'user', role: 'editor', ids: [passthrough] },
  'POST /account/password': { guard: 'user', role: 'person', body: newPassword(password) },
  'POST /account/email': {
    guard: 'user',
    role: 'person',
    body: { email: 'another-address@example.com', password },
  },
  'GET /workspaces': { guard: 'user', role: 'person' },
  'POST /workspaces': { guard: 'user', role: 'person', body: { name: 'Their own' } },
  'GET /workspaces/of-video/{id}': { guard: 'user', role: 'person', ids: [videoInPath] },
  // No invitation has this token.
  'POST /workspaces/of-invitation': {
    guard: 'user',
    role: 'person',
    body: { token: unknownToken },
    own: 404,
  },
  'POST /workspaces/accept': { guard: 'user', role: 'person', body: { token: unknownToken }, own: 410 },
  'GET /workspace': { guard: 'user' },
  // A personal workspace has no members, and no name to change.
  'PATCH /workspace': { guard: 'user', role: 'admin', body: { name: 'Taken over' }, own: 404 },
  'POST /workspace/picture': { guard: 'user', role: 'admin', body: { image: null }, own: 404 },
  'DELETE /workspace': { guard: 'user', role: 'owner', body: { name: 'Not its name' }, own: 404 },
  'POST /workspaces/{id}/restore': {
    guard: 'user',
    role: 'person',
    ids: [{ in: 'path', name: 'id', kind: 'team' }],
    own: 404,
  },
  'GET /workspace/audit': { guard: 'user', role: 'admin' },
  // A personal workspace has no stream.
  'GET /workspace/audit/stream': { guard: 'user', role: 'owner', own: 404 },
  'PUT /workspace/audit/stream': { guard: 'user', role: 'owner', body: { kind: 'off' }, own: 404 },
  'POST /workspace/audit/stream/test': { guard: 'user', role: 'owner', own: 404 },
  // A personal workspace has no single sign-on.
  'GET /workspace/sso': { guard: 'user', role: 'owner', own: 404 },
  'POST /workspace/domains': { guard: 'user', role: 'owner', body: { domain: 'acme.test' }, own: 404 },
  'POST /workspace/domains/{domain}/check': { guard: 'user', role: 'owner', own: 404 },
  'DELETE /workspace/domains/{domain}': { guard: 'user', role: 'owner', own: 404 },
  'PUT /workspace/sso/provider': {
    ...{ guard: 'user', role: 'owner', own: 404 },
    // Refused without a request.
    body: { issuer: 'http://id.acme.test', client_id: 'webinars', client_secret: 'a secret' },
  },
  'DELETE /workspace/sso/provider': { guard: 'user', role: 'owner', own: 404 },
  'PUT /workspace/sso/people': {
    ...{ guard: 'user', role: 'owner', own: 404 },
    body: { new_people: 'viewer', groups: [], trusts_addresses: false },
  },
  'POST /workspace/sso/test': { guard: 'user', role: 'owner', own: 404 },
  'PUT /workspace/sso/requirement': {
    ...{ guard: 'user', role: 'owner', own: 404 },
    body: { emergency_owner: null },
  },
  'GET /workspace/audit.csv': { guard: 'user', role: 'admin' },
  'GET /workspace/audit.jsonl': { guard: 'user', role: 'admin' },
  'GET /workspace/members': { guard: 'user', own: 404 },
  'PATCH /workspace/members/{id}': {
    guard: 'user',
    role: 'admin',
    ids: [userInPath],
    body: { role: 'admin' },
    own: 404,
  },
  'DELETE /workspace/members/{id}': { guard: 'user', ids: [userInPath], own: 404 },
  'POST /workspace/invitations': {
    guard: 'user',
    role: 'admin',
    body: { emails: ['someone@example.com'], role: 'admin' },
    own: 404,
  },
  'DELETE /workspace/invitations/{id}': {
    guard: 'user',
    role: 'admin',
    ids: [{ in: 'path', name: 'id', kind: 'invitation' }],
    own: 404,
  },
  // An unknown session counts as ended.
  'DELETE /account/sessions/{id}': {
    guard: 'user',
    role: 'person',
    ids: [{ in: 'path', name: 'id', kind: 'session', foreign: 200 }],
  },
  'DELETE /account/sessions': { guard: 'user', role: 'person' },
  'POST /auth/logout': { guard: 'user', role: 'person', endsSession: true },
  'GET /muxvideos/delete/{id}': { guard: 'user', role: 'editor', ids: [videoInPath] },
  // The call before has deleted it.
  'DELETE /muxvideos/{id}': { guard: 'user', role: 'editor', ids: [videoInPath], own: 404 },
  'DELETE /account': {
    guard: 'user',
    role: 'person',
    ids: [{ in: 'body', name: 'email', kind: 'email', foreign: 400 }],
    endsSession: true,
  },
};

/** In an order in which one owner can call all of them. */
const staffRoutes: Readonly<Record<string, Access>> = {
  'POST /admin/check': { guard: 'staff' },
  'POST /admin/password': { guard: 'staff', body: newPassword(staffPassword) },
  'GET /admin/audit': { guard: 'staff' },
  'GET /admin/audit.csv': { guard: 'staff' },
  'GET /admin/employees': { guard: 'staff' },
  'GET /admin/employees.csv': { guard: 'staff' },
  'GET /admin/videos': { guard: 'staff' },
  'GET /admin/videos.csv': { guard: 'staff' },
  'GET /admin/dashboard': { guard: 'staff' },
  'GET /admin/employee-token-histories/{employeeId}': {
    guard: 'staff',
    ids: [{ in: 'path', name: 'employeeId', kind: 'user' }],
  },
  'GET /admin/employee-token-histories/{employeeId}/entries.csv': {
    guard: 'staff',
    ids: [{ in: 'path', name: 'employeeId', kind: 'user' }],
  },
  'GET /admin/teams': { guard: 'staff' },
  // The access tests have no team.
  'POST /admin/team/{id}': {
    guard: 'staff',
    ids: [{ in: 'path', name: 'id', kind: 'team' }],
    body: { plan: 'executive' },
    own: 404,
  },
  'POST /admin/video/{id}/retry': { guard: 'staff', ids: [videoInPath], own: 409 },
  'POST /admin/videos/retry-failed': { guard: 'staff' },
  'POST /admin/employee/{id}': { guard: 'staff', ids: [userInPath], body: { lastname: 'Byron' } },
  'POST /admin/employee/{id}/grant-upgrade': { guard: 'staff', ids: [userInPath] },
  'DELETE /admin/employee/{id}': { guard: 'staff', ids: [userInPath] },
  'GET /admin/staff': { guard: 'owner-only' },
  'GET /admin/staff.csv': { guard: 'owner-only' },
  'POST /admin/staff': {
    guard: 'owner-only',
    body: { email: 'added@example.com', password: staffPassword, role: 'support' },
  },
  'POST /admin/staff/{id}': { guard: 'owner-only', ids: [staffInPath], body: { role: 'support' } },
  'DELETE /admin/staff/{id}': { guard: 'owner-only', ids: [staffInPath] },
  'POST /admin/logout': { guard: 'staff', endsSession: true },
};

/**
 * Every route of the API document, by method and path. Written apart from the routes on purpose: the guards follow the
 * routes, so that only this list finds one that lets in too many.
 */
export const accessTable: Readonly<Record<string, Access>> = {
  ...publicRoutes,
  ...userRoutes,
  ...staffRoutes,
};
