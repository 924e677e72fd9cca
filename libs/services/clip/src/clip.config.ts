import { videoHostConfig } from '@vault/integrations';

/** The video host cuts the clips. */
export const clipConfig = videoHostConfig;
