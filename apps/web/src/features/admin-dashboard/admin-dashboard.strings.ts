export const adminDashboardStrings = {
  title: 'Dashboard',
  steps: {
    uploading: 'Uploading',
    processing: 'Processing',
    captioning: 'Captioning',
    chaptering: 'Chaptering',
    ready: 'Ready',
    failed: 'Failed',
  },
  failedAt: (step: string, reason: string) => `${step} failed: ${reason}`,
  stuckAt: (step: string, day: string) => `Stuck in: ${step}. Created on ${day}.`,
  untitled: 'Untitled',
} as const;
