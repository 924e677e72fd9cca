export { BucketStore, originOf, type BucketOptions } from './bucket-store.ts';
export type { BucketRequest } from './bucket-requests.ts';
export { FolderStore } from './folder-store.ts';
export { ObjectCache, type CacheStatistics } from './object-cache.ts';
export { releaseMemory } from './pieces.ts';
export {
  assertKey,
  maxPartNumber,
  mediaStoreProblems,
  MediaStoreError,
  storeSettings,
  type CallOptions,
  type Content,
  type LocalObject,
  type MediaStore,
  type MediaStoreProblem,
  type NewPart,
  type ObjectReader,
  type Part,
  type PartedUpload,
  type PresignOptions,
  type Span,
  type StoredObject,
  type StoreSetting,
} from './media-store.ts';
