import type { MediaTools } from '../tools/media-tools.ts';

const widthPixels = 1280;
const pictureSize = `${widthPixels}x720`;
const backgroundColour = '0x14171d';
/** From left to right. */
const bandColours = ['5f93c0', 'd9b061', '63a58a', 'c79cbd', 'b57b61', 'a3c6de', '8a84bd', 'bac57c'];
/** The picture shows only the beginning, which bounds its cost for a long recording. */
const shownSeconds = 600;

/** Draws the waveform of a source as a JPEG of 1280x720, the picture of audio-only assets. */
export async function drawWaveform(
  tools: MediaTools,
  source: string,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const step = widthPixels / bandColours.length;
  const bands = bandColours.map((hue, i) => `drawbox=x=${i * step}:w=${step}:color=0x${hue}:t=fill`);
  await tools.ffmpeg({
    input: source,
    output: [
      '-filter_complex',
      `[0:a:0]atrim=end=${shownSeconds},aformat=channel_layouts=stereo,showwavespic=s=${pictureSize}:colors=white|white:scale=sqrt,` +
        `split=3[wave][one][two];[one]drawbox=color=${backgroundColour}:t=fill[back];[two]${bands.join()}[bands];` +
        `[wave]alphaextract[mask];[bands][mask]alphamerge[drawn];[back][drawn]overlay[out]`,
      ...['-map', '[out]', '-frames:v', '1', '-q:v', '4', '-f', 'image2', '-update', '1', `file:${target}`],
    ],
    timeoutMs: 120_000,
    signal,
    isTolerant: true,
  });
}
