import { accountRoutes } from './account-routes.ts';
import { adminRoutes } from './admin-routes.ts';
import { captionsRoutes } from './captions-routes.ts';
import { clipRoutes } from './clip-routes.ts';
import { editorRoutes } from './editor-routes.ts';
import { glossaryRoutes } from './glossary-routes.ts';
import { libraryJobRoutes } from './library-job-routes.ts';
import { momentRoutes } from './moment-routes.ts';
import { ownAccountRoutes } from './own-account-routes.ts';
import { portalRoutes } from './portal-routes.ts';
import type { Route } from './route.ts';
import { searchRoutes } from './search-routes.ts';
import { staffRoutes } from './staff-routes.ts';
import { transcriptRoutes } from './transcript-routes.ts';
import { videoRoutes } from './video-routes.ts';
import { ssoRoutes } from './workspace/sso-routes.ts';
import { workspaceLogRoutes, workspaceRoutes } from './workspace/workspace-routes.ts';

const groups: readonly Readonly<Record<string, Route>>[] = [
  accountRoutes,
  ownAccountRoutes,
  workspaceRoutes,
  workspaceLogRoutes,
  ssoRoutes,
  videoRoutes,
  transcriptRoutes,
  captionsRoutes,
  glossaryRoutes,
  libraryJobRoutes,
  editorRoutes,
  clipRoutes,
  momentRoutes,
  portalRoutes,
  searchRoutes,
  staffRoutes,
  adminRoutes,
];

/** A route with its name in generated clients. */
export interface ApiRoute extends Route {
  readonly id: string;
}

/** Every call of the API. The gateway's specs fail when it does not serve one of them. */
export const apiRoutes: readonly ApiRoute[] = groups.flatMap((group) =>
  Object.entries(group).map(([id, route]) => ({ id, ...route })),
);

/** Addresses below `/api` that the document omits, each with the reason. */
export const otherAddresses: Readonly<Record<string, string>> = {
  '/webhooks/mux': 'is for signed webhooks of the video host',
  '/media/*': 'is in answers, as the address of a picture or a recording',
  '/openapi.json': 'is the document itself',
  '/docs': 'is the page that displays it',
  '/docs/{hash}/{name}': 'are the files of that page',
};
