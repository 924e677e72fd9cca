import type { Api } from '../../testing/api.ts';
import { sendFile, type Media } from '../../testing/send-file.ts';
import { insist } from '../../testing/insist.ts';
import type { UploadSession } from '@vault/contracts';
import type { TwoGateways } from './two-gateways.ts';

/** Somebody who looks at a video, searches, and saves one title after the other, without a pause, until they are stopped. */
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
    // Whoever stops it hears of it.
    this.working.catch(() => undefined);
  }

  /** @returns the last title that was taken */
  async stop(): Promise<string> {
    this.isOver = true;
    await this.working;
    return titleOf(this.saved);
  }

  private async read(): Promise<void> {
    while (!this.isOver) {
      await this.gateways.ask('GET', `/api/muxvideos/asset/${this.videoId}`);
      await this.gateways.ask('GET', '/api/search?keyword=pricing');
    }
  }

  private async save(): Promise<void> {
    for (let number = this.saved + 1; !this.isOver; number += 1) {
      const body = { passthrough: this.videoId, title: titleOf(number) };
      if (await this.gateways.ask('PATCH', '/api/muxupload/save', body)) this.saved = number;
    }
  }
}

function titleOf(number: number): string {
  return `Title ${String(number)}`;
}

/** A video sent by somebody who does not give up. @returns its id */
export async function sendPatiently(api: Api, media: Media): Promise<string> {
  const { id, url } = (await insist(api, 'GET', '/api/muxupload')).json!.data as UploadSession;
  await sendFile(api, url, media);
  await insist(api, 'PATCH', '/api/muxupload/save', { body: { passthrough: id, title: 'Sent meanwhile' } });
  return id;
}
