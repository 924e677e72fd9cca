import { DatabaseClock } from '@vault/embedded-mongo';
import type { Connection } from 'mongoose';
import { MediaFolderError } from '../common/lifecycle-errors.ts';
import { type EngineRole, type Logger, engineRoles, silentLogger } from '../common/options.ts';
import { Assets } from './assets.ts';
import { catalogueFile, openDatabase } from './database.ts';
import { Uploads } from './uploads.ts';

const identityName = 'media';
/** The form of all documents of the catalogue; it rises when an older one must be changed before it can be read. */
const form = 1;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** How long a time is distrusted. */
const distrustDays = 30;
/** The clocks of databases and stores may differ by this. */
const marginMs = 10 * minuteMs;
const maxGaps = 1000;
const maxEngines = 10_000;

/** A time of which the catalogue may know nothing; epoch milliseconds. */
interface Gap {
  from: number;
  to: number;
}

/** What the catalogue knows of itself and of its media. */
interface Identity {
  /** The id that the media carry too. */
  mediaId?: string;
  /** Of the last start of an engine; the media carry it too. Absent before the first start that noted one. */
  startId?: string;
  /** When an engine last noted that it uses the catalogue. */
  seenAt?: number;
  gaps?: Gap[];
  form?: number;
  /** Whether an operator wants it beside media that it does not list. */
  isAccepted?: boolean;
}

/** A running engine. */
interface EngineNote {
  name: string;
  roles: EngineRole[];
  /** Epoch milliseconds. */
  seenAt: number;
}

/** The most seconds of speech that are recognised in a day (UTC), over all engines. */
export interface SpeechLimits {
  perDay: number;
  perOwner: number;
}

/** The recognised speech of a day, of all owners or of one. */
interface SpeechDay {
  /** Such as `2026-11-28`, in UTC, or `2026-11-28/owner`. */
  _id: string;
  seconds: number;
}

/** All state of the engine. */
export class Catalogue {
  readonly uploads: Uploads;
  readonly assets: Assets;
  /** Whether no other engine can use it. */
  readonly isExclusive: boolean;
  /** Where it is, for messages. */
  readonly place: string;
  /** The time of the server that engines share; undefined for a file, whose only engine has the only clock. */
  readonly clock: DatabaseClock | undefined;
  private readonly connection: Connection;

  private constructor(
    connection: Connection,
    { isExclusive, place, logger = silentLogger }: { isExclusive: boolean; place: string; logger?: Logger },
  ) {
    this.connection = connection;
    this.isExclusive = isExclusive;
    this.place = place;
    this.clock = isExclusive ? undefined : DatabaseClock.of(connection, logger);
    this.uploads = new Uploads(connection);
    this.assets = new Assets(connection);
  }

  /** Opens the catalogue of a folder. @throws MediaFolderError */
  static async open(dataDir: string): Promise<Catalogue> {
    const place = catalogueFile(dataDir);
    return await Catalogue.over(await openDatabase(dataDir), { isExclusive: true, place });
  }

  /** Uses an open connection, which the caller closes. Several engines may use one database. */
  static async over(
    connection: Connection,
    { isExclusive = false, place = connection.name, logger = silentLogger } = {},
  ): Promise<Catalogue> {
    const catalogue = new Catalogue(connection, { isExclusive, place, logger });
    try {
      await catalogue.clock?.start();
      await catalogue.assertKnownForm();
      await catalogue.uploads.prepare();
      await catalogue.assets.prepare();
      return catalogue;
    } catch (error) {
      await catalogue.close();
      throw error;
    }
  }

  /** Uses the database of engines that are stopped, as it is. The caller closes the connection, which makes no indexes. */
  static async ofStopped(connection: Connection): Promise<Catalogue> {
    const catalogue = new Catalogue(connection, { isExclusive: false, place: connection.name });
    await catalogue.clock?.measure();
    return catalogue;
  }

  /**
   * The time by which engines decide what has ended, in epoch milliseconds: that of the database they share.
   * @throws DatabaseTimeUnknownError
   */
  now(): number {
    return this.clock?.now().getTime() ?? Date.now();
  }

  /** @throws MediaFolderError when a newer engine has changed its form */
  async assertKnownForm(): Promise<void> {
    const { form: found = form } = await this.identity();
    if (found > form)
      throw new MediaFolderError(
        `The media catalogue ${this.place} has the newer form ${String(found)}, and this engine knows form ${String(form)}: run the newer product, or restore a copy from before its upgrade.`,
      );
  }

  async noteForm(): Promise<void> {
    if ((await this.identity()).form !== form) await this.setIdentity({ form });
  }

  /** Calls `listener` after each change of a record that has events to send. */
  watchEvents(listener: () => void): void {
    this.uploads.onEvents = listener;
    this.assets.onEvents = listener;
  }

  /** Whether there is no record at all. */
  async isEmpty(): Promise<boolean> {
    return (await this.assets.isEmpty()) && (await this.uploads.isEmpty());
  }

  /** The id that the media carry too; undefined in a new catalogue. */
  async id(): Promise<string | undefined> {
    return (await this.identity()).mediaId;
  }

  async setId(mediaId: string): Promise<void> {
    await this.setIdentity({ mediaId });
  }

  /** The id of the last start of an engine; undefined before the first that noted one. */
  async startId(): Promise<string | undefined> {
    return (await this.identity()).startId;
  }

  async setStartId(startId: string): Promise<void> {
    await this.setIdentity({ startId });
  }

  /**
   * Notes that an engine uses the catalogue now. A longer time without a note is distrusted: the catalogue may have been
   * replaced by an older one, which knows nothing of that time.
   */
  async noteUse(maxSilenceMs: number): Promise<void> {
    const now = this.now();
    const { seenAt } = await this.identity();
    if (seenAt !== undefined && now - seenAt > maxSilenceMs) await this.distrust(seenAt, now);
    if (seenAt !== undefined && Math.abs(now - seenAt) < minuteMs) return;
    await this.setIdentity({ seenAt: now });
  }

  /** Makes objects of a time stay for 30 days, even if no record names them. */
  async distrust(from: number, to: number): Promise<void> {
    const { gaps = [] } = await this.identity();
    const last = gaps.at(-1);
    const isNear = last !== undefined && from - last.to <= marginMs;
    const next = isNear
      ? [...gaps.slice(0, -1), { from: Math.min(last.from, from), to }]
      : [...gaps, { from, to }];
    const current = next.filter((gap) => gap.to > to - distrustDays * dayMs);
    await this.setIdentity({ gaps: current.slice(-maxGaps) });
  }

  /** Accepts it beside media that it does not list. */
  async accept(): Promise<void> {
    await this.distrust(0, this.now());
    await this.setIdentity({ isAccepted: true });
  }

  async isAccepted(): Promise<boolean> {
    return (await this.identity()).isAccepted === true;
  }

  /** Returns from when on an object that no record names may be deleted. @param storedAt epoch milliseconds */
  async endOfUnlisted(storedAt: number): Promise<number> {
    const { gaps = [] } = await this.identity();
    const ends = gaps
      .filter(({ from, to }) => storedAt >= from - marginMs && storedAt <= to + marginMs)
      .map(({ to }) => to + distrustDays * dayMs);
    return Math.max(storedAt + dayMs, ...ends);
  }

  /** Notes that an engine with these roles runs. */
  async noteEngine(id: string, roles: readonly EngineRole[], now: number): Promise<void> {
    const engines = this.connection.collection<EngineNote>('engines');
    await engines.updateOne({ name: id }, { $set: { roles: [...roles], seenAt: now } }, { upsert: true });
    await engines.deleteMany({ seenAt: { $lt: now - dayMs } });
  }

  /**
   * Counts speech that is recognised on a day, also by other engines.
   * @param limits seconds of the day, and of them for one owner
   * @returns false, and counts nothing, when one of them is reached
   */
  async takeSpeech(
    now: number,
    { owner, seconds }: { owner: string; seconds: number },
    limits: SpeechLimits = { perDay: Infinity, perOwner: Infinity },
  ): Promise<boolean> {
    const days = this.connection.collection<SpeechDay>('speechDays');
    const day = new Date(now).toISOString().slice(0, 10);
    const add = async (_id: string, amount: number, limit: number): Promise<boolean> => {
      await days.updateOne({ _id }, { $setOnInsert: { seconds: 0 } }, { upsert: true });
      const update = await days.updateOne({ _id, seconds: { $lt: limit } }, { $inc: { seconds: amount } });
      return update.modifiedCount === 1;
    };
    const ofOwner = `${day}/${owner}`;
    await days.deleteMany({ _id: { $lt: day } });
    if (!(await add(ofOwner, seconds, limits.perOwner))) return false;
    if (await add(day, seconds, limits.perDay)) return true;
    await add(ofOwner, -seconds, Infinity);
    return false;
  }

  async forgetEngine(id: string): Promise<void> {
    await this.connection.collection('engines').deleteOne({ name: id });
  }

  /** The roles of the engines that have noted within two minutes that they run. */
  async roles(): Promise<EngineRole[]> {
    if (this.isExclusive) return [...engineRoles];
    const running = { seenAt: { $gte: this.now() - 2 * minuteMs } };
    const engines = this.connection.collection<EngineNote>('engines').find(running).limit(maxEngines);
    const roles = new Set((await engines.toArray()).flatMap((engine) => engine.roles));
    return engineRoles.filter((role) => roles.has(role));
  }

  /**
   * Ends the leases that nobody has renewed. After the time was set, engines first have the length of a lease to renew theirs by
   * the new time.
   */
  async releaseExpired(leaseMs: number): Promise<void> {
    if (this.clock?.isSettledFor(leaseMs) === false) return;
    await this.assets.releaseExpired(this.now());
  }

  /** Ends the use of the catalogue. */
  async close(): Promise<void> {
    this.clock?.stop();
    if (this.isExclusive) await this.connection.close();
  }

  private async identity(): Promise<Identity> {
    return (await this.connection.collection<Identity>('identity').findOne({ name: identityName })) ?? {};
  }

  private async setIdentity(fields: Identity): Promise<void> {
    await this.connection
      .collection('identity')
      .updateOne({ name: identityName }, { $set: fields }, { upsert: true });
  }
}
