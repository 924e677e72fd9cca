export { type Aggregate, handledLimit, type OutboxFields } from './aggregate.ts';
export {
  connectMongo,
  type DatabaseOwner,
  databaseNameOf,
  type MongoStore,
  withAuthSource,
} from './connect-mongo.ts';
export { containsText } from './contains-text.ts';
export type { MongoAccess } from './current-client.ts';
export {
  dataVersion,
  dataVersionCollection,
  noteDataVersion,
  problemOfVersion,
  readDataVersion,
} from './data-version.ts';
export { DueRecords } from './due-records.ts';
export { aggregateSchema, type DocumentOf, documentSchema, outboxSchema } from './document-schema.ts';
export { isDuplicateKey } from './is-duplicate-key.ts';
export { makeIndexes } from './make-indexes.ts';
export { missingIndexes } from './missing-indexes.ts';
export { mongoAccessOf, mongoConfig } from './mongo.config.ts';
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
export { removeSome } from './remove-some.ts';
export { addModels, type Models, type ServiceStore, sharedModels } from './service-store.ts';
export { wasInserted } from './was-inserted.ts';
