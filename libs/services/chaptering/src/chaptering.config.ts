import { videoHostConfig } from '@vault/integrations';

/** Chaptering reads transcripts from the video host. */
export const chapteringConfig = videoHostConfig;
