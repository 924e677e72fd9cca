export { MediaAddresses, readMediaPath, type MediaFile, type MediaKind } from './media-addresses.ts';
export { mediaOriginConfig, mediaOriginsOf } from './media-origins.ts';
export { playbackConfig, type PlaybackKey } from './playback-keys.ts';
