import type { ApiRoute } from './api-route.ts';
import { adminRoutes } from './admin-routes.ts';
import { accountRoutes } from './account-routes.ts';
import { editorRoutes } from './editor-routes.ts';
import { ownAccountRoutes } from './own-account-routes.ts';
import { searchRoutes } from './search-routes.ts';
import { staffRoutes } from './staff-routes.ts';
import { videoRoutes } from './video-routes.ts';

/** Every call of the API. The gateway's specs refuse one that is missing here, or here alone. */
export const apiRoutes: readonly ApiRoute[] = [
  ...accountRoutes,
  ...ownAccountRoutes,
  ...videoRoutes,
  ...editorRoutes,
  ...searchRoutes,
  ...staffRoutes,
  ...adminRoutes,
];

/** Addresses below `/api` that are no calls, each with the reason why the document leaves them out. */
export const otherAddresses: Readonly<Record<string, string>> = {
  '/webhooks/mux': 'is for the video host, which signs what it says',
  '/openapi.json': 'is the document itself',
  '/docs': 'is the page that shows it',
  '/docs/{hash}/{name}': 'are the files of that page',
};
