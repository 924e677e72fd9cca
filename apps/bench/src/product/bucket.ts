import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { startVersitygw } from '../../../../tools/servers/versitygw.mjs';
import { withProduct, type ServedProduct } from './served-product.ts';

/** An empty bucket on a real server of object storage. */
export type Bucket = Awaited<ReturnType<typeof startVersitygw>>;

/** In which the bare client sends an object. */
export const partBytes = 8 * 1024 * 1024;

/** Runs work with a bucket. @throws MissingBucketServer when Go, which builds the server, is missing */
export async function withBucket<Outcome>(work: (bucket: Bucket) => Promise<Outcome>): Promise<Outcome> {
  const bucket = await startVersitygw();
  try {
    return await work(bucket);
  } finally {
    await bucket.stop();
  }
}

/** Runs work against a new product that keeps its media there. */
export function withProductOn<Outcome>(
  { endpoint, bucket, region, credentials }: Bucket,
  work: (product: ServedProduct) => Promise<Outcome>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return withProduct(work, {
    MEDIA_BUCKET: bucket,
    MEDIA_ENDPOINT: endpoint,
    MEDIA_REGION: region,
    MEDIA_PATH_STYLE: 'true',
    MEDIA_ACCESS_KEY_ID: credentials.accessKeyId,
    MEDIA_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...settings,
  });
}

/** An object that the bare client is sending. */
interface PartedObject {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
}

/** Uses a bucket as the SDK does, with one call after the other. */
export class BareClient {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor({ endpoint, bucket, region, credentials }: Bucket) {
    this.client = new S3Client({
      ...{ endpoint, region, credentials, forcePathStyle: true },
      // The SDK would compute checksums of all it reads, slower than it reads.
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    this.bucket = bucket;
  }

  /** Sends the parts of an object, which then is not complete. */
  async send(parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    const target = { Bucket: this.bucket, Key: randomUUID() };
    const { UploadId } = await this.client.send(new CreateMultipartUploadCommand(target));
    const upload: PartedObject = { ...target, UploadId };
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for await (const Body of parts) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await this.client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
      Parts.push({ PartNumber, ETag });
    }
    return { ...upload, MultipartUpload: { Parts } };
  }

  /** Stores an object, reads all of it, and removes it. */
  async storeAndRead(parts: AsyncIterable<Uint8Array>): Promise<void> {
    const sent = await this.send(parts);
    await this.client.send(new CompleteMultipartUploadCommand(sent));
    const { Bucket, Key } = sent;
    const { Body } = await this.client.send(new GetObjectCommand({ Bucket, Key }));
    for await (const piece of Body as Readable) void piece;
    await this.client.send(new DeleteObjectCommand({ Bucket, Key }));
  }

  /** Removes the parts of all objects that are not complete. */
  async removeParts(): Promise<void> {
    const { Uploads = [] } = await this.client.send(new ListMultipartUploadsCommand({ Bucket: this.bucket }));
    for (const { Key, UploadId } of Uploads)
      await this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId }));
  }

  close(): void {
    this.client.destroy();
  }
}
