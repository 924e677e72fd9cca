import type { RouteObject } from 'react-router-dom';
import { adminRoutes } from './admin-root.tsx';
import { appRoutes } from './router.tsx';

/** The addresses of routes and of the routes within them, as patterns such as `/asset/:id`; none for `*`. */
function addressesOf(routes: readonly RouteObject[], base = ''): string[] {
  return routes.flatMap(({ path = '', index, children = [] }) => {
    if (path.endsWith('*')) return [];
    const address = path.startsWith('/') ? path : [base, path].filter((part) => part !== '').join('/');
    const isPage = path !== '' || index === true;
    return [...(isPage ? [address] : []), ...addressesOf(children, address)];
  });
}

/** All addresses of the app, for the gateway: every other one has status 404. */
export const addresses = [...addressesOf(appRoutes), ...addressesOf(adminRoutes, '/admin')];
