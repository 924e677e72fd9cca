import { Inject, Injectable } from '@nestjs/common';
import { isDuplicateKey, STORE } from '@vault/platform';
import type { Connection, Model } from 'mongoose';
import type { ForgottenVideo } from './forgotten-video.schema.ts';

@Injectable()
export class ForgottenVideoRepository {
  private readonly model: Model<ForgottenVideo>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<ForgottenVideo>('ForgottenVideo');
  }

  async add(videoId: string, forgottenAt: Date): Promise<void> {
    try {
      await this.model.updateOne({ _id: videoId }, { $setOnInsert: { forgottenAt } }, { upsert: true });
    } catch (error) {
      // The same news twice at once: a server lets one of them note it, and that is enough.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async has(videoId: string): Promise<boolean> {
    return (await this.model.exists({ _id: videoId })) !== null;
  }
}
