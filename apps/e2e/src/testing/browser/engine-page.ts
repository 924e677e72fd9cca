// Functions that run inside a page of any engine. Each must be self-contained, because it is sent there as text.

interface Control {
  readonly textContent: string | null;
  readonly labels?: Iterable<Control> | null;
  value: string;
  getAttribute(name: string): string | null;
  getClientRects(): ArrayLike<unknown>;
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
  scrollIntoView(options: { block: string }): void;
  contains(other: unknown): boolean;
  closest(selectors: string): Control | null;
  click(): void;
  focus(): void;
  blur(): void;
  dispatchEvent(event: Event): boolean;
}
declare const document: {
  querySelectorAll(selectors: string): Iterable<Control>;
  elementFromPoint(x: number, y: number): Control | null;
  querySelector(selectors: 'video'): Video | null;
  createElement(name: 'canvas'): { getContext(kind: '2d', options: object): Drawing | null };
};
interface Video {
  currentTime: number;
  muted: boolean;
  readonly textTracks: Iterable<{
    readonly kind: string;
    readonly mode: string;
    readonly cues: Iterable<{ readonly text: string }> | null;
  }>;
  readonly seeking: boolean;
  play(): Promise<void>;
}
interface Drawing {
  drawImage(video: Video, x: number, y: number, width: number, height: number): void;
  getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
}
interface AudioNode {
  connect(target: AudioNode): AudioNode;
}
interface Analyser extends AudioNode {
  readonly fftSize: number;
  getFloatTimeDomainData(samples: Float32Array): void;
}
declare class AudioContext {
  readonly destination: AudioNode;
  createAnalyser(): Analyser;
  createMediaElementSource(video: Video): AudioNode;
  resume(): Promise<void>;
}
declare const HTMLInputElement: { prototype: object };

/** Whether a control whose name starts with this is rendered. */
export function named(name: string): boolean {
  const nameOf = (each: Control) =>
    each.getAttribute('aria-label') ?? ([...(each.labels ?? [])][0] ?? each).textContent?.trim() ?? '';
  return [...document.querySelectorAll('button, a, input, textarea')].some(
    (each) => each.getClientRects().length > 0 && nameOf(each).startsWith(name),
  );
}

/** Presses the first control whose name starts with this. @returns whether there is one that can be pressed */
export function pressNamed(name: string): boolean {
  const nameOf = (each: Control) => each.getAttribute('aria-label') ?? each.textContent?.trim() ?? '';
  const control = [...document.querySelectorAll('button:not(:disabled), a')].find(
    (each) => each.getClientRects().length > 0 && nameOf(each).startsWith(name),
  );
  control?.click();
  return control !== undefined;
}

/** The value of the field with this label; empty if there is none. */
export function valueOf(label: string): string {
  const hasLabel = (each: Control) =>
    [...(each.labels ?? [])].some(({ textContent }) => textContent?.trim().startsWith(label));
  return [...document.querySelectorAll('input')].find(hasLabel)?.value ?? '';
}

/** Fills the field with this label and leaves it. @returns whether there is one */
export function typeInto({ label, text }: { label: string; text: string }): boolean {
  const hasLabel = (each: Control) =>
    [...(each.labels ?? [])].some(({ textContent }) => textContent?.trim().startsWith(label));
  const input = [...document.querySelectorAll('input')].find(hasLabel);
  if (!input) return false;
  input.focus();
  // React detects a change only if the native setter sets the value.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.blur();
  return true;
}

/** The words of the captions that are shown; empty while there are none. */
export function captionsText(): string {
  const tracks = [...(document.querySelector('video')?.textTracks ?? [])];
  const shown = tracks.find(({ kind, mode }) => kind === 'captions' && mode === 'showing');
  return [...(shown?.cues ?? [])].map(({ text }) => text).join('\n');
}

/** Scrolls an element to where nothing that sticks covers it. */
export function intoMiddle(selectors: string): void {
  for (const found of document.querySelectorAll(selectors)) found.scrollIntoView({ block: 'center' });
}

/** Scrolls the chapter with this title into the window. @returns whether nothing covers its row */
export function isReachable(title: string): boolean {
  const heading = [...document.querySelectorAll('h2, h3, h4')].find(
    ({ textContent }) => textContent?.trim() === title,
  );
  const row = heading?.closest('li');
  if (!heading || !row) return false;
  heading.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = row.getBoundingClientRect();
  return row.contains(document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2));
}

/** When the picture turned white and the tone began, in seconds of the player; undefined until then. */
export interface Signals {
  flash?: number;
  beep?: number;
}

/** Plays the video from a time on and looks for the signals of the recording. Needs an earlier click of a person. */
export function playForSignals(from: number): void {
  const video = document.querySelector('video')!;
  const signals: Signals = {};
  Object.assign(globalThis, { signals });
  const audio = new AudioContext();
  const analyser = audio.createAnalyser();
  audio.createMediaElementSource(video).connect(analyser);
  analyser.connect(audio.destination);
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const samples = new Float32Array(analyser.fftSize);
  // A signal counts once it was off: what is seen at first may still be from before the jump.
  const isOn = { flash: true, beep: true };
  const record = (signal: keyof Signals, isOnNow: boolean, at: number) => {
    if (isOnNow && !isOn[signal]) signals[signal] ??= at;
    isOn[signal] = isOnNow;
  };
  const look = () => {
    setTimeout(look, 20);
    // WebKit lets sound of before the jump be heard while it seeks.
    if (video.seeking) return;
    const at = video.currentTime;
    analyser.getFloatTimeDomainData(samples);
    canvas.drawImage(video, 0, 0, 8, 8);
    record(
      'beep',
      samples.some((sample) => Math.abs(sample) > 0.05),
      at,
    );
    record('flash', canvas.getImageData(4, 4, 1, 1).data[0]! > 128, at);
  };
  video.muted = false;
  video.currentTime = from;
  void audio.resume();
  void video.play();
  look();
}

/** What {@link playForSignals} has found so far. */
export function signalsFound(): Signals {
  return (globalThis as { signals?: Signals }).signals ?? {};
}
