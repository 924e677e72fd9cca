export type * from './model-request.ts';
export * from './scripted-language-model.ts';
export * from './scripted-video-host.ts';
export * from './scripted-mail-server.ts';
export * from './scripted-speech-server.ts';
