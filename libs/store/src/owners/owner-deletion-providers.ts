import type { Provider, Type } from '@nestjs/common';
import type { ServiceName } from '@vault/contracts';
import { sharedModels, type Models } from '../service-store.ts';
import { DeletedOwnerRepository } from './deleted-owner.repository.ts';
import { deletedOwnerSchema } from './deleted-owner.schema.ts';
import { OWNER_DATA, OwnerDeletion, type OwnerData } from './owner-deletion.ts';

/** The models of {@link ownerDeletionProviders} in the store of the service. */
export const ownerDeletionModels = [{ name: 'DeletedOwner', schema: deletedOwnerSchema }] satisfies Models;

/** {@link OwnerDeletion} of a service whose models include {@link ownerDeletionModels}, with its repository. */
export function ownerDeletionProviders(service: ServiceName, data: Type<OwnerData>): Provider[] {
  return [
    ...sharedModels(service, ownerDeletionModels),
    { provide: OWNER_DATA, useExisting: data },
    DeletedOwnerRepository,
    OwnerDeletion,
  ];
}
