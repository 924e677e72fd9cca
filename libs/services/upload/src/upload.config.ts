import { videoHostConfig } from '@vault/integrations';

/** The upload service has only the configuration of its video host. */
export const uploadConfig = videoHostConfig;
