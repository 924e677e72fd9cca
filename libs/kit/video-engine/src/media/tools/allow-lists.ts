import { formats } from './formats.ts';

/** Demuxers that ffmpeg may use. */
export const allowedDemuxers: readonly string[] = formats.flatMap(({ demuxers }) => demuxers);

/** Codecs (ffprobe's names) that a video stream may have. */
export const videoCodecs: ReadonlySet<string> = new Set([
  'h264',
  'hevc',
  'vp8',
  'vp9',
  'av1',
  'mpeg4',
  'mpeg2video',
  'mpeg1video',
  'mjpeg',
  'theora',
  'wmv2',
  'wmv3',
  'vc1',
  'prores',
  'dnxhd', // and DNxHR
  'cfhd', // CineForm
  'dvvideo',
  'msmpeg4v2',
  'msmpeg4v3',
  'h263',
  'flv1',
  'vp6f',
  'flashsv',
  'h263p',
]);

/** Codecs (ffprobe's names) that an audio stream may have. */
export const audioCodecs: ReadonlySet<string> = new Set([
  'aac',
  'mp3',
  'mp2',
  'opus',
  'vorbis',
  'flac',
  'alac',
  'ac3',
  'eac3',
  'dts',
  'truehd',
  'mlp',
  'wmav1',
  'wmav2',
  'wmapro',
  'wmavoice',
  'amr_nb',
  'amr_wb',
  'speex',
  'nellymoser',
  'adpcm_ms',
  'adpcm_ima_wav',
  'adpcm_ima_qt',
  'adpcm_swf',
  'gsm_ms',
  'pcm_u8',
  'pcm_s8',
  'pcm_s16le',
  'pcm_s24le',
  'pcm_s32le',
  'pcm_f32le',
  'pcm_f64le',
  'pcm_s16be',
  'pcm_s24be',
  'pcm_s32be',
  'pcm_f32be',
  'pcm_f64be',
  'pcm_bluray',
  'pcm_dvd',
  'pcm_s16le_planar',
  'pcm_s24le_planar',
  'pcm_alaw',
  'pcm_mulaw',
]);

/** Decoders that ffmpeg may use for the codecs above, by decoder name. */
export const mediaDecoders: readonly string[] = [
  ...videoCodecs,
  ...audioCodecs,
  'libdav1d',
  'libaom-av1',
  'libvpx',
  'libvpx-vp9',
  'mp3float',
  'mp2float',
  'libopus',
  'amrnb',
  'amrwb',
  'dca',
  'msmpeg4',
  'flv',
  'libspeex',
];

/** Decoders of subtitles that are text; others are pictures. */
export const textDecoders: readonly string[] = ['mov_text', 'srt', 'subrip', 'ass', 'ssa', 'webvtt', 'text'];

/**
 * Decoders that ffprobe may use: also those for subtitles and cover pictures of ordinary recordings, although these are
 * never decoded for output.
 */
export const probeDecoders: readonly string[] = [
  ...mediaDecoders,
  ...textDecoders,
  'dvdsub',
  'dvbsub',
  'pgssub',
  'cc_dec',
  'png',
  'bmp',
  'gif',
];
