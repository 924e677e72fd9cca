import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { type Decoders, readDecoders } from './decoders.ts';

let decoders: Decoders;

beforeAll(async () => {
  const { stdout } = await promisify(execFile)('ffmpeg', ['-hide_banner', '-decoders']);
  decoders = readDecoders(stdout);
});

const pictures =
  'h264 hevc vp8 vp9 av1 mpeg4 mpeg2video mjpeg theora wmv1 wmv2 wmv3 vc1 prores dnxhd cfhd dvvideo msmpeg4v3 flv1 flashsv flashsv2 ' +
  'utvideo ffv1 huffyuv ffvhuff png zmbv cscd tscc tscc2 g2m mss1 mss2 msa1 qtrle rawvideo cinepak svq3 rv40 lagarith vp6f fraps';
const sounds =
  'aac aac_latm mp3 mp2 opus vorbis flac alac ac3 dts truehd wmav2 wmavoice amr_nb speex nellymoser gsm_ms adpcm_ms adpcm_g726 ' +
  'adpcm_g722 pcm_s16le pcm_mulaw wavpack tta ape mp4als cook sipr s302m';

test('what recorders write is taken', () => {
  expect(pictures.split(' ').filter((codec) => !decoders.video.has(codec))).toEqual([]);
  expect(sounds.split(' ').filter((codec) => !decoders.audio.has(codec))).toEqual([]);
  expect(decoders.names).toEqual(expect.arrayContaining(['libdav1d', 'mp3float', 'camstudio', 'dca']));
});

test.each(['svg', 'ansi', 'magicyuv', 'wrapped_avframe', 'smackvideo', 'exr', 'tiff'])(
  '%s is refused',
  (codec) => expect(decoders.video.has(codec)).toBe(false),
);

test('no decoder of hardware, no experimental one and none of a refused codec is allowed', () => {
  expect(decoders.names.filter((name) => /_(cuvid|qsv|v4l2m2m)$/.test(name))).toEqual([]);
  const listing =
    ' V....D one  One\n A..X.D two  Two\n V....D librsvg  Librsvg (codec svg)\n S..... three  Three\n';
  expect(readDecoders(listing).names).toEqual(['one']);
});
