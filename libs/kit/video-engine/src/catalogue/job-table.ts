import type { DatabaseSync } from 'node:sqlite';

import { newId } from '../ids.ts';
import type { JobStatistics } from '../options.ts';
import type { Row } from './row.ts';
import { integer, optionalText, text } from './row.ts';

/** What a job does to its subject: an asset, a track or a rendition. */
export type JobKind = 'ingest' | 'storyboard' | 'captions' | 'rendition';

/**
 * What goes on beside each other: long encodes do not hold up what is packaged in seconds, captions nothing, and nothing
 * holds up a clip, which somebody waits for, but another one; a short clip not even a long one.
 */
export const JOB_LANES = ['clip', 'long-clip', 'media', 'encode', 'speech'] as const;
export type JobLane = (typeof JOB_LANES)[number];

/** One piece of work. It is in the table until its result is stored, in the same transaction. */
export interface JobRecord {
  seq: number;
  kind: JobKind;
  subjectId: string;
  assetId: string;
  lane: JobLane;
  attempts: number;
  lease: string | undefined;
  /** The id that log lines of its work carry. */
  trace: string | undefined;
}

const LANE: Record<JobKind, JobLane> = {
  ingest: 'media',
  storyboard: 'media',
  rendition: 'media',
  captions: 'speech',
};
const KINDS = Object.keys(LANE) as JobKind[];
const PRIORITY: Record<JobKind, number> = { ingest: 0, rendition: 1, storyboard: 2, captions: 0 };

/** The durable queue. */
export class JobTable {
  private readonly database: DatabaseSync;
  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /**
   * Adds a job; the same kind for the same subject is one job. Owners take turns: a job comes one turn after its owner's
   * last one, and not before the turn that is worked on. Who owns an asset is said by its `creator_id`, of a clip else by
   * that of its source; an asset of nobody is an owner of its own.
   */
  add(kind: JobKind, subjectId: string, assetId: string, lane = LANE[kind]): void {
    this.database
      .prepare(
        `WITH own AS (
           SELECT coalesce(a.meta ->> 'creator_id', o.meta ->> 'creator_id', o.id, a.id) AS owner, a.trace
           FROM assets AS a LEFT JOIN assets AS o ON o.id = a.source ->> 'assetId' WHERE a.id = ?3),
         line AS (SELECT turn, owner, lease FROM jobs WHERE lane = ?4 AND priority = ?5)
         INSERT OR IGNORE INTO jobs
           (kind, subject_id, asset_id, lane, priority, due_at, added_at, owner, trace, turn)
         SELECT ?1, ?2, ?3, ?4, ?5, 0, ?6, owner, trace, max(
           coalesce((SELECT max(turn) FROM line WHERE lease IS NOT NULL), (SELECT min(turn) FROM line), 0),
           coalesce((SELECT max(turn) + 1 FROM line WHERE line.owner = own.owner), 0))
         FROM own`,
      )
      .run(kind, subjectId, assetId, lane, PRIORITY[kind], Date.now());
  }

  count(): number {
    return integer(this.database.prepare('SELECT count(*) AS n FROM jobs').get() ?? {}, 'n');
  }

  /** What waits and runs, by kind; every kind is named. */
  statistics(now: number): JobStatistics[] {
    const rows = this.database
      .prepare(
        `SELECT kind, count(*) AS n, count(lease) AS running, min(added_at) AS oldest FROM jobs GROUP BY kind`,
      )
      .all();
    return KINDS.map((kind) => {
      const row = rows.find((one) => one['kind'] === kind);
      if (row === undefined) return { kind, waiting: 0, running: 0, oldestAgeSeconds: 0 };
      const running = integer(row, 'running');
      const oldestAgeSeconds = Math.max(0, (now - integer(row, 'oldest')) / 1000);
      return { kind, waiting: integer(row, 'n') - running, running, oldestAgeSeconds };
    });
  }

  /** Jobs of its lane that run or come before the job of a subject that waits; 0 when none waits. */
  ahead(subjectId: string): number {
    const row = this.database
      .prepare(
        `SELECT count(*) AS n FROM jobs AS other, jobs AS own
         WHERE own.subject_id = ? AND own.kind IN ('ingest', 'captions') AND own.lease IS NULL
           AND other.lane = own.lane AND other.seq <> own.seq
           AND (other.lease IS NOT NULL OR (other.priority, other.turn, other.seq) < (own.priority, own.turn, own.seq))`,
      )
      .get(subjectId);
    return integer(row ?? {}, 'n');
  }

  /** Leases the next due job of a lane, counting the attempt. */
  claim(lane: JobLane, now: number): JobRecord | undefined {
    const row = this.database
      .prepare(
        `UPDATE jobs SET lease = ?, attempts = attempts + 1 WHERE seq = (
           SELECT seq FROM jobs WHERE lane = ? AND lease IS NULL AND due_at <= ? ORDER BY priority, turn, seq LIMIT 1)
         RETURNING *`,
      )
      .get(newId(), lane, now);
    return row === undefined ? undefined : parse(row);
  }

  /** Removes a job if this lease still holds it; a result may be stored only when true. */
  complete(job: JobRecord): boolean {
    const { changes } = this.database
      .prepare('DELETE FROM jobs WHERE seq = ? AND lease = ?')
      .run(job.seq, job.lease ?? '');
    return changes === 1;
  }

  /** Gives a leased job back, to be begun again at `dueAt`. */
  release(job: JobRecord, dueAt: number, attempts = job.attempts): void {
    this.database
      .prepare('UPDATE jobs SET lease = NULL, due_at = ?, attempts = ? WHERE seq = ? AND lease = ?')
      .run(dueAt, attempts, job.seq, job.lease ?? '');
  }

  /** Ends all leases and waits: whoever held or timed them is gone, as the catalogue has one owner at a time. */
  releaseAll(): void {
    this.database.exec('UPDATE jobs SET lease = NULL, due_at = 0');
  }

  remove(kind: JobKind, subjectId: string): void {
    this.database.prepare('DELETE FROM jobs WHERE kind = ? AND subject_id = ?').run(kind, subjectId);
  }
}

function parse(row: Row): JobRecord {
  return {
    seq: integer(row, 'seq'),
    kind: text(row, 'kind') as JobKind,
    subjectId: text(row, 'subject_id'),
    assetId: text(row, 'asset_id'),
    lane: text(row, 'lane') as JobLane,
    attempts: integer(row, 'attempts'),
    lease: optionalText(row, 'lease'),
    trace: optionalText(row, 'trace'),
  };
}
