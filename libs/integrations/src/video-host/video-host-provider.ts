import { CONFIG } from '@vault/base';
import { MuxVideoHost } from './mux-video-host.ts';
import type { VideoHostConfig } from './video-host.config.ts';

/** Injects the video host. */
export const VIDEO_HOST = Symbol('the video host');

/** Provides the video host to a service whose configuration extends `videoHostConfig`. */
export const videoHostProvider = {
  provide: VIDEO_HOST,
  useFactory: (config: VideoHostConfig) => new MuxVideoHost(config),
  inject: [CONFIG],
};
