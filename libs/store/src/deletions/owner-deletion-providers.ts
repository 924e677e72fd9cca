import type { Provider, Type } from '@nestjs/common';
import type { ServiceName } from '@vault/contracts';
import { sharedModels, type Models } from '../connection/service-store.ts';
import { OWNER_DATA, OwnerDeletion, type OwnerData } from './owner-deletion.ts';
import { deletedOwnerSchema, deletedVideoSchema } from './tombstone.schemas.ts';
import { Tombstones } from './tombstones.ts';

/** The models of {@link ownerDeletionProviders} in the store of the service. */
export const ownerDeletionModels = [{ name: 'DeletedOwner', schema: deletedOwnerSchema }] satisfies Models;

/** As {@link ownerDeletionModels}, in a service that also notes deleted videos. */
export const deletionModels = [
  ...ownerDeletionModels,
  { name: 'DeletedVideo', schema: deletedVideoSchema },
] satisfies Models;

/** {@link OwnerDeletion} and {@link Tombstones} of a service whose models include `models`. */
export function ownerDeletionProviders(
  service: ServiceName,
  data: Type<OwnerData>,
  models: Models = ownerDeletionModels,
): Provider[] {
  return [
    ...sharedModels(service, models),
    { provide: OWNER_DATA, useExisting: data },
    Tombstones,
    OwnerDeletion,
  ];
}
