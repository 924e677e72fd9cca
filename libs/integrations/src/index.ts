export * from './language-model/extractive-text-writer.ts';
export * from './language-model/language-model.config.ts';
export * from './language-model/text-writer-of.ts';
export * from './language-model/text-writer.ts';
export * from './video-host/mux-video-host.ts';
export * from './video-host/playback-urls.ts';
export * from './video-host/video-host.config.ts';
export * from './video-host/video-host.ts';
