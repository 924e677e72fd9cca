import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { median, medianRatio, spreadOf } from '../measuring/statistics.ts';
import type { ClipLook, EngineClient, ReadyAsset } from '../product/engine-client.ts';
import { halfAnHour } from '../product/fixture-video.ts';
import { runFfmpeg } from '../product/run-ffmpeg.ts';
import { withProduct } from '../product/served-product.ts';

const maxRatio = 1.3;
/** Far into the file, and not on a key frame. */
const startOf = (round: number) => 901 + 7 * round;
/** The encoder options of the video host. */
const encoding = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-profile:v', 'high'],
  ...['-maxrate', '6M', '-bufsize', '12M', '-force_key_frames', 'expr:gte(t,n_forced*6)'],
  ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-movflags', '+faststart'],
];

interface Clip {
  readonly name: string;
  readonly seconds: number;
  readonly rounds: number;
  readonly look: Partial<ClipLook>;
  /** What bare ffmpeg does with the picture. */
  readonly filter: (folder: string) => string;
}

/** Time until a clip can be downloaded, compared with the same ffmpeg command alone. */
export const clipsBenchmark: Benchmark = {
  name: 'clips',
  run: () =>
    compare([
      { name: 'clip of 10 s', seconds: 10, rounds: sized(9, 1), ...recorded },
      { name: 'clip of 120 s', seconds: sized(120, 10), rounds: sized(3, 1), ...recorded },
    ]),
};

/** The same with the middle of the picture, and captions in it. */
export const clipWordsBenchmark: Benchmark = {
  name: 'clip-words',
  run: () =>
    compare([
      { name: 'square clip of 10 s, captions burned in', seconds: 10, rounds: sized(9, 1), ...words() },
    ]),
};

const recorded = { look: {}, filter: () => 'scale=1280:720' };

const cues = [1, 3, 5, 7].map((from) => ({
  from,
  to: from + 2,
  text: 'So this is what we did with the prices',
}));

/** A clip of a recording of 1280 by 720 with a line of words at a time, and its drawing in bare ffmpeg. */
function words(): Pick<Clip, 'look' | 'filter'> {
  const shown = cues.map(
    ({ from, to, text }) => `00:0${String(from)}.000 --> 00:0${String(to)}.000\n${text}\n`,
  );
  const look: ClipLook = {
    frame: { aspect_ratio: '1:1', centre: 0.5 },
    burned_captions: { text: ['WEBVTT\n', ...shown].join('\n') },
  };
  const filter = (folder: string) => {
    const file = join(folder, 'bare.ass');
    writeFileSync(file, captionFile());
    return `crop=720:720:280:0,ass=${file}`;
  };
  return { look, filter };
}

/** White on a black box, as the video host draws them. */
function captionFile(): string {
  const style =
    'DejaVu Sans,29,&H00FFFFFF,&H00FFFFFF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,3,6,0,2,40,40,43,-1';
  return [
    ...['[Script Info]', 'ScriptType: v4.00+', 'PlayResX: 720', 'PlayResY: 720'],
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    `Style: Words,${style}`,
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...cues.map(
      ({ from, to, text }) =>
        `Dialogue: 0,0:00:0${String(from)}.00,0:00:0${String(to)}.00,Words,,0,0,0,,${text}`,
    ),
    '',
  ].join('\n');
}

async function compare(clips: readonly Clip[]): Promise<Result[]> {
  const source = await halfAnHour();
  return withProduct(async (served) => {
    const engine = served.engine();
    const asset = await engine.ingest(source);
    await engine.untilIdle(asset);
    const results: Result[] = [];
    for (const clip of clips) {
      const { name, seconds, rounds } = clip;
      const filters = `${clip.filter(served.dataDir)},setsar=1,format=yuv420p`;
      const bareOptions = [
        '-t',
        String(seconds),
        '-vf',
        filters,
        ...encoding,
        join(served.dataDir, 'bare.mp4'),
      ];
      const { product, bare } = await interleave(rounds, {
        product: (round) => cut(engine, asset, startOf(round), clip),
        bare: (round) =>
          elapsed(() => runFfmpeg('-ss', String(startOf(round)), '-i', source, ...bareOptions)),
      });
      const ratio = medianRatio(product, bare);
      results.push({
        name,
        measured: { value: median(product), unit: 'ms' },
        reference: { value: median(bare), unit: 'ms' },
        ratio,
        bound: `≤ ${String(maxRatio)} × bare ffmpeg`,
        isMet: ratio <= maxRatio,
        note: spreadOf(product, bare),
      });
    }
    return results;
  });
}

async function cut(
  engine: EngineClient,
  asset: ReadyAsset,
  start: number,
  { seconds, look }: Clip,
): Promise<number> {
  const startedAt = performance.now();
  const clip = await engine.cut(asset, start, start + seconds, look);
  const took = performance.now() - startedAt;
  // Its storyboard must be finished before the next round starts.
  await engine.untilIdle(clip);
  await engine.remove(clip);
  return took;
}
