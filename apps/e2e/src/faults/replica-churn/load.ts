import type { TwoGateways } from './two-gateways.ts';

/** A user who reads a video, searches, and saves titles, without pauses, until {@link stop}. */
export class Load {
  private readonly gateways: TwoGateways;
  private readonly videoId: string;
  private readonly working: Promise<unknown>;
  private isOver = false;
  private saved = 0;

  constructor(gateways: TwoGateways, videoId: string) {
    this.gateways = gateways;
    this.videoId = videoId;
    this.working = Promise.all([this.read(), this.read(), this.save()]);
    // A failure is thrown by stop().
    this.working.catch(() => undefined);
  }

  /** Stops the load. @returns the last title that was saved */
  async stop(): Promise<string> {
    this.isOver = true;
    await this.working;
    return titleOf(this.saved);
  }

  private async read(): Promise<void> {
    while (!this.isOver) {
      await this.gateways.request('GET', `/api/muxvideos/asset/${this.videoId}`);
      await this.gateways.request('GET', '/api/search?keyword=pricing');
    }
  }

  private async save(): Promise<void> {
    for (let number = this.saved + 1; !this.isOver; number += 1) {
      const body = { passthrough: this.videoId, title: titleOf(number) };
      if (await this.gateways.request('PATCH', '/api/muxupload/save', body)) this.saved = number;
    }
  }
}

function titleOf(number: number): string {
  return `Title ${String(number)}`;
}
