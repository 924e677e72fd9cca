// Functions that run inside the page. Each must be self-contained, because it is sent there as text. Only the browser
// APIs that they use are declared, so that the other tests cannot use a document by mistake.

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Motion {
  readonly playState: string;
  readonly effect: { getTiming(): { readonly iterations?: number } } | null;
}

interface Drawn {
  readonly style: { cssText: string };
  remove(): void;
}

interface Picture {
  readonly complete: boolean;
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
}

declare const document: {
  readonly images: Iterable<Picture>;
  readonly body: { append(element: Drawn): void };
  createElement(name: 'i'): Drawn;
  querySelector(selector: string): Drawn | null;
  readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number };
  getAnimations(): Motion[];
  elementFromPoint(x: number, y: number): unknown;
};
declare const innerHeight: number;
declare function getComputedStyle(element: Drawn): { readonly backgroundColor: string };
declare function requestAnimationFrame(work: () => void): void;
declare class DataTransfer {
  readonly items: { add(file: File): void };
}

/** Whether all finite animations have ended. */
export function isAtRest(): Promise<boolean> {
  return new Promise((resolve) => {
    // Two frames: a transition starts in the first frame after its change.
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        const moving = document.getAnimations().filter(({ playState, effect }) => {
          const isEndless = effect?.getTiming().iterations === Infinity;
          return playState === 'running' && !isEndless;
        });
        resolve(moving.length === 0);
      });
    });
  });
}

/** Whether all pictures that are in view are loaded. */
export function hasPictures(): boolean {
  return [...document.images]
    .filter((picture) => {
      const { top, bottom } = picture.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    })
    .every(({ complete }) => complete);
}

/** Resolves after earlier changes have been rendered. */
export function isPainted(): Promise<boolean> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      setTimeout(() => resolve(true));
    });
  });
}

/** Whether the document is not wider than the window. */
export function fitsWindow(): boolean {
  return document.documentElement.scrollWidth <= document.documentElement.clientWidth;
}

/** The selectors whose element is missing or invisible, because forced colours have removed its background. */
export function findInvisible(selectors: readonly string[]): string[] {
  const probe = document.createElement('i');
  probe.style.cssText = 'background: Canvas; forced-color-adjust: none';
  document.body.append(probe);
  const nothing = ['rgba(0, 0, 0, 0)', getComputedStyle(probe).backgroundColor];
  probe.remove();
  return selectors.filter((selector) => {
    const drawn = document.querySelector(selector);
    return !drawn || nothing.includes(getComputedStyle(drawn).backgroundColor);
  });
}

/** Whether an element can be scrolled to the middle of the window, with nothing in front of it. */
export function isInFront(element: unknown): boolean {
  const shown = element as {
    scrollIntoView(options: { block: 'center'; behavior: 'instant' }): void;
    getBoundingClientRect(): Box;
    contains(other: unknown): boolean;
  };
  shown.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = shown.getBoundingClientRect();
  return shown.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/** The data of a dragged file. `content` is base64. */
export function dragData({
  content,
  name,
  type,
}: {
  content: string;
  name: string;
  type: string;
}): DataTransfer {
  const data = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([data], name, { type }));
  return transfer;
}

/** The state of a media element. */
export function playback(element: unknown): { time: number; isPaused: boolean; isLoaded: boolean } {
  const media = element as { currentTime: number; paused: boolean; readyState: number };
  return { time: media.currentTime, isPaused: media.paused, isLoaded: media.readyState >= 1 };
}
