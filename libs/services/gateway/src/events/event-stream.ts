import { Readable } from 'node:stream';

/** A video that changed, and the version of the part of its record that changed; without one, read it in any case. */
interface VideoChange {
  readonly videoId: string;
  readonly version?: number | undefined;
  readonly detailsVersion?: number | undefined;
}

/** What a reader may leave unread: hundreds of changes, after which reading everything again costs less. */
const maxUnreadBytes = 64 * 1_024;

/** A stream of server-sent events. It destroys itself when its reader is too slow; the reader opens another one. */
export class EventStream extends Readable {
  private hasEnd = false;

  constructor() {
    super({
      read: () => {
        // Events are pushed when they happen.
      },
    });
  }

  change(change: VideoChange): void {
    this.write(`event: video\ndata: ${JSON.stringify(change)}\n\n`);
  }

  /** The change of many videos of the user has another state. */
  libraryJob(): void {
    this.write('event: library-job\ndata: {}\n\n');
  }

  /** Changes may be missing: the reader must read again what it shows. */
  reset(): void {
    this.write('event: reset\ndata: {}\n\n');
  }

  /** A comment, so that no proxy closes the connection and the reader knows that it is open. */
  beat(): void {
    this.write(':\n\n');
  }

  end(): void {
    if (this.destroyed || this.hasEnd) return;
    this.hasEnd = true;
    this.push(null);
  }

  private write(text: string): void {
    if (this.destroyed || this.hasEnd) return;
    if (this.readableLength + text.length > maxUnreadBytes) this.destroy();
    else this.push(text);
  }
}
