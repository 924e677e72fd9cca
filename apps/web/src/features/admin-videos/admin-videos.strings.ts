import type { employeeVideoStates } from '@vault/contracts';

export const adminVideosStrings = {
  title: 'Mux Videos',
  state: 'State',
  states: {
    uploading: 'Uploading',
    processing: 'Processing',
    captioning: 'Captioning',
    chaptering: 'Chaptering',
    ready: 'Ready',
    failed: 'Failed',
    stuck: 'Stuck',
  } satisfies Record<(typeof employeeVideoStates)[number], string>,
  user: 'User',
  videoTitle: 'Title',
  assetId: 'Asset ID',
  created: 'Created',
  untitled: 'Untitled',
  copyIdOf: (title: string) => `Copy the asset ID of ${title}`,
  failedAt: (step: string, reason: string) => `${step}: ${reason}`,
} as const;
