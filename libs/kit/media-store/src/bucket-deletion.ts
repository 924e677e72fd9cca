import type { S3Client } from '@aws-sdk/client-s3';
import { DeleteObjectCommand, DeleteObjectsCommand } from '@aws-sdk/client-s3';

import { isOfServer } from './bucket-error.ts';
import { MediaStoreError } from './media-store.ts';

/** S3's limit. */
const maxTogether = 1000;
const maxParallel = 8;

/** Runs a call within its deadline, and names its failure. */
type Run = <T>(work: (within: { abortSignal: AbortSignal }) => Promise<T>) => Promise<T>;

/** Deletes objects of a bucket: many with a call, or each with its own for servers that do not know that call. */
export class BucketDeletion {
  private readonly client: S3Client;
  private readonly bucket: string;
  private takesMany = true;

  constructor(client: S3Client, bucket: string) {
    this.client = client;
    this.bucket = bucket;
  }

  /** @param keys as the bucket knows them; objects that do not exist are no failure */
  async delete(keys: readonly string[], run: Run): Promise<void> {
    for (let from = 0; from < keys.length; from += maxTogether) {
      const page = keys.slice(from, from + maxTogether);
      if (this.takesMany) await this.deleteTogether(page, run);
      if (!this.takesMany) await this.deleteEach(page, run);
    }
  }

  private async deleteTogether(keys: readonly string[], run: Run): Promise<void> {
    const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
    const command = { Bucket: this.bucket, Delete };
    try {
      const { Errors = [] } = await run((within) =>
        this.client.send(new DeleteObjectsCommand(command), within),
      );
      const [failed] = Errors.filter(({ Code }) => Code !== 'NoSuchKey');
      if (failed === undefined) return;
      const text = `an object was not deleted: ${failed.Message ?? failed.Code ?? ''}`;
      throw failed.Code === 'AccessDenied'
        ? new MediaStoreError('forbidden', text, { setting: 'keys' })
        : new MediaStoreError('unavailable', text);
    } catch (error) {
      if (!isOfServer(error)) throw error;
      this.takesMany = false;
    }
  }

  private async deleteEach(keys: readonly string[], run: Run): Promise<void> {
    const left = [...keys];
    const deleteNext = async (): Promise<void> => {
      for (let Key = left.pop(); Key !== undefined; Key = left.pop()) {
        const command = new DeleteObjectCommand({ Bucket: this.bucket, Key });
        await run((within) => this.client.send(command, within)).catch((error: unknown) => {
          if (!(error instanceof MediaStoreError && error.problem === 'missing')) throw error;
        });
      }
    };
    await Promise.all(Array.from({ length: maxParallel }, deleteNext));
  }
}
