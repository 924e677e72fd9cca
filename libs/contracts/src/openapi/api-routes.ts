import type { ApiRoute } from './api-route.ts';
import { adminRoutes } from './admin-routes.ts';
import { accountRoutes } from './account-routes.ts';
import { editorRoutes } from './editor-routes.ts';
import { ownAccountRoutes } from './own-account-routes.ts';
import { searchRoutes } from './search-routes.ts';
import { staffRoutes } from './staff-routes.ts';
import { videoRoutes } from './video-routes.ts';

/** Every call of the API. The gateway's specs fail when this list and its routes differ. */
export const apiRoutes: readonly ApiRoute[] = [
  ...accountRoutes,
  ...ownAccountRoutes,
  ...videoRoutes,
  ...editorRoutes,
  ...searchRoutes,
  ...staffRoutes,
  ...adminRoutes,
];

/** Addresses below `/api` that the document omits, each with the reason. */
export const otherAddresses: Readonly<Record<string, string>> = {
  '/webhooks/mux': 'is for signed webhooks of the video host',
  '/openapi.json': 'is the document itself',
  '/docs': 'is the page that displays it',
  '/docs/{hash}/{name}': 'are the files of that page',
};
