import { ownerDeletionModels } from '@vault/store';
import { videoQuotaSchema } from './quota/video-quota.schema.ts';
import { videoSchema } from './videos/video.schema.ts';

/** The models of the store: the host adds them to its connection. */
export const uploadModels = [
  { name: 'Video', schema: videoSchema },
  { name: 'VideoQuota', schema: videoQuotaSchema },
  ...ownerDeletionModels,
];
