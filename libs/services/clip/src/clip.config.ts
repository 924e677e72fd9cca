import { videoHostConfig } from '@vault/integrations';

/** Clips are cut by the video host. */
export const clipConfig = videoHostConfig;
