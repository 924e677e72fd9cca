import { deletionModels } from '@vault/store';
import { momentSchema } from './moments/moment.schema.ts';
import { portalSchema } from './portals/portal.schema.ts';

/** The models of the store: the host adds them to its connection. */
export const portalModels = [
  { name: 'Moment', schema: momentSchema },
  { name: 'Portal', schema: portalSchema },
  ...deletionModels,
];
