export * from './scripted-video-host.ts';
