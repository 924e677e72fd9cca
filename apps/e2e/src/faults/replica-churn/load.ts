import type { Api } from '../../testing/api.ts';
import { sendFile, type Media } from '../../testing/send-file.ts';
import { sendWithRetry } from '../../testing/send-with-retry.ts';
import type { UploadSession } from '@vault/contracts';
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

/** Uploads a video, with retries. @returns its id */
export async function sendVideoWithRetry(api: Api, media: Media): Promise<string> {
  const { id, url } = (await sendWithRetry(api, 'GET', '/api/muxupload')).json!.data as UploadSession;
  await sendFile(api, url, media);
  await sendWithRetry(api, 'PATCH', '/api/muxupload/save', {
    body: { passthrough: id, title: 'Uploaded under load' },
  });
  return id;
}
