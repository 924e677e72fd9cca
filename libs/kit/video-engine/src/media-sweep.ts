import type { StoredObject } from '@vault/media-store';
import type { Catalogue } from './catalogue/catalogue.ts';
import { folderOf, leaseOf, ownerOf } from './catalogue/files.ts';
import type { MediaStorage } from './common/media-storage.ts';
import type { Logger } from './common/options.ts';
import { mediaPrefix } from './media-identity.ts';

/** An asset's id is smaller than this. */
const afterAllIds = 'g';
/** A log line has at most this many keys. */
const maxLoggedKeys = 20;

/** Dependencies of {@link MediaSweep}. */
interface SweepParts {
  catalogue: Catalogue;
  storage: MediaStorage;
  logger: Logger;
}

/** What a part of the comparison has found. */
interface Finding {
  /** The objects that records name, each with the owner of an asset that names it. */
  listed: { bytes: number; owner: string }[];
  /** Objects that no record names. */
  unlisted: StoredObject[];
  /** Keys of objects that the record of a ready asset names, and that are not stored. */
  missing: string[];
}

/** Compares the stored objects with the records, and deletes the objects that nobody needs. */
export class MediaSweep {
  /** Figures of the last sweep. */
  unlisted = 0;
  missing = 0;
  /** Stored bytes by owner. */
  bytesOf: ReadonlyMap<string, number> = new Map();
  private readonly parts: SweepParts;
  private deleting: Promise<void> = Promise.resolve();

  constructor(parts: SweepParts) {
    this.parts = parts;
  }

  /** Deletes what ended jobs of an asset have published without storing their result. */
  async clean(assetId: string): Promise<void> {
    const { catalogue, storage } = this.parts;
    const objects = await storage.store.list(folderOf(assetId));
    const asset = await catalogue.assets.withDeleted(assetId);
    if (asset === undefined) return;
    const running = asset.jobs.map(({ lease }) => lease);
    for (const { key } of objects) {
      const lease = leaseOf(key);
      const hasEnded = lease !== undefined && lease <= asset.lastLease && !running.includes(lease);
      if (hasEnded && !(await catalogue.assets.names(key))) await storage.delete([key]);
    }
  }

  /** Resolves when no deletion is in progress. */
  async stop(): Promise<void> {
    await this.deleting;
  }

  /** Deletes the objects that assets name no more. Errors are logged; the next call repeats it. */
  async deleteDropped(): Promise<void> {
    this.deleting = this.deleting.then(async () => {
      try {
        await this.deleteAllDropped();
      } catch (error) {
        this.parts.logger.warn({ err: error }, 'dropped objects will be deleted later');
      }
    });
    await this.deleting;
  }

  /**
   * Deletes objects that no record names: after a day, because a job may be about to name them, or after 30 days, when the
   * catalogue may be older than they are.
   */
  async sweep(now: number): Promise<void> {
    const { catalogue, storage, logger } = this.parts;
    const missing: string[] = [];
    const bytesOf = new Map<string, number>();
    let unlisted = 0;
    let deleted = 0;
    for await (const finding of this.compare()) {
      missing.push(...finding.missing);
      for (const { owner, bytes } of finding.listed) bytesOf.set(owner, (bytesOf.get(owner) ?? 0) + bytes);
      for (const { key, modifiedAt } of finding.unlisted) {
        const isDue = (await catalogue.endOfUnlisted(modifiedAt)) <= now;
        if (await this.isNamed(key)) continue;
        if (isDue) await storage.delete([key]);
        if (isDue) deleted += 1;
        else unlisted += 1;
      }
    }
    await this.sweepUploads(now);
    Object.assign(this, { unlisted, missing: missing.length, bytesOf });
    if (deleted > 0) logger.warn({ deleted }, 'objects that no record names were deleted');
    if (unlisted > 0) logger.info({ unlisted }, 'objects that no record names will be deleted later');
    if (missing.length > 0) {
      const details = { count: missing.length, keys: missing.slice(0, maxLoggedKeys) };
      logger.error(details, 'objects of ready assets are missing');
    }
  }

  /** Removes what uploads have left that were not ended in order. */
  private async sweepUploads(now: number): Promise<void> {
    const { catalogue, storage } = this.parts;
    for (const upload of await storage.store.unfinished(mediaPrefix)) {
      const isDue = (await catalogue.endOfUnlisted(upload.startedAt)) <= now;
      if (isDue && !(await catalogue.uploads.names(upload.key))) await storage.store.abort(upload);
    }
    for (let after: string | undefined = ''; after !== undefined;) {
      const page: StoredObject[] = await storage.store.list('uploads/', { after });
      for (const { key, modifiedAt } of page) {
        const isRest = (await catalogue.uploads.byId(ownerOf(key)))?.rest?.key === key;
        if (!isRest && (await catalogue.endOfUnlisted(modifiedAt)) <= now) await storage.delete([key]);
      }
      after = page.at(-1)?.key;
    }
  }

  private async isNamed(key: string): Promise<boolean> {
    const { assets, uploads } = this.parts.catalogue;
    return (await assets.names(key)) || (await uploads.names(key));
  }

  /** Reads objects and records side by side, in the order of the assets' ids. */
  private async *compare(): AsyncGenerator<Finding> {
    const { catalogue, storage } = this.parts;
    let after = '';
    let from = '';
    for (;;) {
      const page = await storage.store.list(mediaPrefix, { after });
      const last = page.at(-1)?.key;
      const to = last === undefined ? afterAllIds : ownerOf(last);
      const named = await catalogue.assets.namedKeys(from, to);
      const owners = new Map(named.map(({ key, owner }) => [key, owner]));
      const stored = new Set(page.map(({ key }) => key));
      const isInPage = (key: string): boolean => key > after && (last === undefined || key <= last);
      const missing: string[] = [];
      for (const { key, isReady } of named) {
        if (!isReady || !isInPage(key) || stored.has(key)) continue;
        // It may have been stored, or dropped, since the objects were listed.
        const isStored = (await storage.store.head(key)) !== undefined;
        if (!isStored && (await catalogue.assets.names(key))) missing.push(key);
      }
      const listed = page.flatMap(({ key, bytes }) => {
        const owner = owners.get(key);
        return owner === undefined ? [] : [{ owner, bytes }];
      });
      yield { listed, unlisted: page.filter(({ key }) => !owners.has(key)), missing };
      if (last === undefined) return;
      after = last;
      from = to;
    }
  }

  private async deleteAllDropped(): Promise<void> {
    const { catalogue, storage } = this.parts;
    for (;;) {
      const assets = await catalogue.assets.withDropped();
      if (assets.length === 0) return;
      for (const { id, dropped } of assets) {
        const unnamed: string[] = [];
        for (const key of dropped) if (!(await catalogue.assets.names(key))) unnamed.push(key);
        await storage.delete(unnamed);
        await catalogue.assets.forgetDropped(id, dropped);
      }
    }
  }
}
