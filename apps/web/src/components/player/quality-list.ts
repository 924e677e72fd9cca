/** One quality of a stream. */
export interface Quality {
  readonly width: number;
  readonly height: number;
  readonly bitrate: number;
}

interface Rendition extends Quality {
  readonly id: string;
}

const events = ['addrendition', 'removerendition', 'change'] as const;

/**
 * The qualities of a stream, as the quality menu reads them from a media element: an array whose `selectedIndex` is
 * -1 while the quality follows the connection.
 */
export class QualityList extends Array<Rendition> {
  readonly #events = new EventTarget();
  #selectedIndex = -1;
  #onSelect: (index: number) => void = () => undefined;

  get selectedIndex(): number {
    return this.#selectedIndex;
  }

  set selectedIndex(index: number) {
    this.#selectedIndex = index;
    this.#onSelect(index);
    this.#events.dispatchEvent(new Event('change'));
  }

  /** Lists what can be chosen from; a single quality is no choice. */
  show(qualities: readonly Quality[], onSelect: (index: number) => void): void {
    this.#onSelect = onSelect;
    const listed = qualities.length > 1 ? qualities : [];
    const renditions = listed.map(({ width, height, bitrate }, n) => ({
      id: String(n),
      width,
      height,
      bitrate,
    }));
    this.splice(0, this.length, ...renditions);
    this.#selectedIndex = -1;
    for (const type of events) this.#events.dispatchEvent(new Event(type));
  }

  clear(): void {
    this.show([], () => undefined);
  }

  addEventListener(type: string, listener: EventListener): void {
    this.#events.addEventListener(type, listener);
  }

  removeEventListener(type: string, listener: EventListener): void {
    this.#events.removeEventListener(type, listener);
  }
}
