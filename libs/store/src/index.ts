export { type Aggregate, handledLimit, type OutboxFields } from './documents/aggregate.ts';
export {
  connectMongo,
  type DatabaseOwner,
  databaseNameOf,
  type MongoStore,
  withAuthSource,
} from './connection/connect-mongo.ts';
export { containsText } from './documents/contains-text.ts';
export type { MongoAccess } from './connection/current-client.ts';
export {
  dataVersion,
  dataVersionCollection,
  noteDataVersion,
  problemOfVersion,
  readDataVersion,
} from './connection/data-version.ts';
export { DueRecords } from './documents/due-records.ts';
export {
  aggregateSchema,
  type DocumentOf,
  documentSchema,
  outboxSchema,
} from './documents/document-schema.ts';
export { isDuplicateKey } from './documents/is-duplicate-key.ts';
export { makeIndexes } from './connection/make-indexes.ts';
export { missingIndexes } from './connection/missing-indexes.ts';
export { mongoAccessOf, mongoConfig } from './connection/mongo.config.ts';
export { OutboxRelay } from './outbox-relay.ts';
export { type Decision, OwnedCollection } from './owned-collection.ts';
export {
  deletionModels,
  ownerDeletionModels,
  ownerDeletionProviders,
} from './deletions/owner-deletion-providers.ts';
export { type OwnerData, OwnerDeletion } from './deletions/owner-deletion.ts';
export { Tombstones } from './deletions/tombstones.ts';
export { outcomeModels } from './outcomes/known-request.schema.ts';
export { StoredOutcomes } from './outcomes/stored-outcomes.ts';
export { removeSome } from './documents/remove-some.ts';
export { addModels, type Models, type ServiceStore, sharedModels } from './connection/service-store.ts';
export { wasInserted } from './documents/was-inserted.ts';
