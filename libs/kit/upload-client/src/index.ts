export { createUpload } from './resumable-upload.ts';
export {
  uploadLabels,
  uploadMessages,
  type Upload,
  type UploadFailure,
  type UploadSnapshot,
  type UploadState,
  type EndpointFactory,
  type UploadOptions,
} from './upload.ts';
export { xhrTransport, type Transport, type TransportReply, type TransportRequest } from './transport.ts';
export { type UploadClock, type Connectivity } from './waiting.ts';
export {
  createResumableStore,
  type RememberedUpload,
  type ResumableStore,
  type ResumableStoreOptions,
} from './resumable-store.ts';
export { fingerprintFile } from './file.ts';
export { guardLeavePage } from './guard-leave-page.ts';
