import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const bytesPerGib = 1024 ** 3;

/**
 * Programs that start ffmpeg and ffprobe with restrictions, each used only where it works: no network (`unshare -n`),
 * limits on memory and file size (`prlimit`), end with the engine (`setpriv --pdeathsig`), low priority (`nice`).
 */
export interface Sandbox {
  /** Command words to put before the program, for background work. */
  background: readonly string[];
  /** The same without low priority, for work that a user waits for. */
  foreground: readonly string[];
  /** The restrictions in effect, for the log. */
  features: readonly string[];
}

interface Layer {
  feature: string;
  words: readonly [string, ...string[]];
}

const candidateLayers: readonly (readonly Layer[])[] = [
  [
    { feature: 'no network', words: ['unshare', '--net', '--'] },
    { feature: 'no network', words: ['unshare', '--user', '--map-root-user', '--net', '--'] },
  ],
  [
    {
      feature: 'bounded memory and file size',
      words: ['prlimit', `--as=${8 * bytesPerGib}`, `--fsize=${64 * bytesPerGib}`, '--'],
    },
  ],
  [{ feature: 'dies with the engine', words: ['setpriv', '--pdeathsig', 'KILL', '--'] }],
];
const niceLayer: Layer = { feature: 'low priority', words: ['nice', '-n', '10'] };

/** Tests each restriction once with the program `true` and keeps those that work. */
export async function detectSandbox(): Promise<Sandbox> {
  const usableLayers: Layer[] = [];
  for (const alternatives of candidateLayers) {
    const layer = await firstWorking(alternatives);
    if (layer !== undefined) usableLayers.push(layer);
  }
  const nice = await firstWorking([niceLayer]);
  const foreground = usableLayers.flatMap((layer) => layer.words);
  return {
    foreground,
    background: [...foreground, ...(nice?.words ?? [])],
    features: [...usableLayers, ...(nice === undefined ? [] : [nice])].map((layer) => layer.feature),
  };
}

async function firstWorking(layers: readonly Layer[]): Promise<Layer | undefined> {
  for (const layer of layers) {
    const [program, ...words] = layer.words;
    const works = await run(program, [...words, 'true'], { timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (works) return layer;
  }
  return undefined;
}
