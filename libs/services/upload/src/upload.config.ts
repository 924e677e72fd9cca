import { videoHostConfig } from '@vault/integrations';

/** The upload service is configured by its video host alone. */
export const uploadConfig = videoHostConfig;
