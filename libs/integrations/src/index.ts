export * from './language-model/chapter-writer.ts';
export * from './language-model/extractive-chapter-writer.ts';
export * from './video-host/mux-video-host.ts';
export * from './video-host/playback-urls.ts';
export * from './video-host/video-host.config.ts';
export * from './video-host/video-host.ts';
