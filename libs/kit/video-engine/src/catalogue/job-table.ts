import { newId } from '../ids.ts';
import type { JobStatistics } from '../options.ts';
import { Table } from './table.ts';

/** The kind of work on a subject: an asset, a track or a rendition. */
export type JobKind = 'ingest' | 'verification' | 'storyboard' | 'captions' | 'rendition';

/**
 * Lanes run in parallel. Long encodes do not delay sources that are packaged in seconds, and captions delay no other
 * work. A user waits for a clip, so only clips delay clips, and long clips do not delay short ones.
 */
export const jobLanes = ['clip', 'long-clip', 'media', 'encode', 'speech'] as const;
export type JobLane = (typeof jobLanes)[number];

/** One job. The transaction that stores its result removes it from the table. */
export interface JobRecord {
  seq: number;
  kind: JobKind;
  subjectId: string;
  assetId: string;
  lane: JobLane;
  attempts: number;
  lease: string | undefined;
  /** The trace id in the log lines of its work. */
  trace: string | undefined;
}

const laneOfKind: Record<JobKind, JobLane> = {
  ingest: 'media',
  verification: 'media',
  storyboard: 'media',
  rendition: 'media',
  captions: 'speech',
};
const jobKinds = Object.keys(laneOfKind) as JobKind[];
const priorityOfKind: Record<JobKind, number> = {
  ingest: 0,
  rendition: 1,
  storyboard: 2,
  verification: 1,
  captions: 0,
};

/** The durable job queue. */
export class JobTable extends Table<JobRecord> {
  /**
   * Adds a job, unless the subject already has one of this kind. Scheduling is fair among owners (round robin): a job
   * gets the turn after the last one of its owner, but not one before the current turn. The owner of an asset is its
   * `creator_id`; a clip without one has the owner of its source; any other asset without one counts as its own owner.
   */
  add(kind: JobKind, subjectId: string, assetId: string, lane = laneOfKind[kind]): void {
    this.run(
      `WITH own AS (
         SELECT coalesce(a.meta ->> 'creator_id', o.meta ->> 'creator_id', o.id, a.id) AS owner, a.trace
         FROM assets AS a LEFT JOIN assets AS o ON o.id = a.source ->> 'assetId' WHERE a.id = ?3),
       queue AS (SELECT turn, owner, lease FROM jobs WHERE lane = ?4 AND priority = ?5)
       INSERT OR IGNORE INTO jobs
         (kind, subject_id, asset_id, lane, priority, due_at, added_at, owner, trace, turn)
       SELECT ?1, ?2, ?3, ?4, ?5, 0, ?6, owner, trace, max(
         coalesce((SELECT max(turn) FROM queue WHERE lease IS NOT NULL), (SELECT min(turn) FROM queue), 0),
         coalesce((SELECT max(turn) + 1 FROM queue WHERE queue.owner = own.owner), 0))
       FROM own`,
      ...[kind, subjectId, assetId, lane, priorityOfKind[kind], Date.now()],
    );
  }

  count(): number {
    return this.number('SELECT count(*) FROM jobs') ?? 0;
  }

  /** Counts waiting and running jobs of every kind, also of kinds without jobs. */
  statistics(now: number): JobStatistics[] {
    const counts = 'SELECT kind, count(*) AS total, count(lease) AS running, min(added_at) AS oldest';
    const rows = this.database.prepare(`${counts} FROM jobs GROUP BY kind`).all();
    return jobKinds.map((kind) => {
      const { total, running, oldest } = rows.find((row) => row['kind'] === kind) ?? { total: 0, running: 0 };
      const oldestAgeSeconds = Math.max(0, (now - Number(oldest ?? now)) / 1000);
      return { kind, waiting: Number(total) - Number(running), running: Number(running), oldestAgeSeconds };
    });
  }

  /** Counts the other assets whose jobs run or come before the waiting job of a subject in its lane; 0 when none waits. */
  ahead(subjectId: string): number {
    const count = this.number(
      `SELECT count(DISTINCT other.asset_id) FROM jobs AS other, jobs AS own
       WHERE own.subject_id = ? AND own.kind IN ('ingest', 'captions') AND own.lease IS NULL
         AND other.lane = own.lane AND other.asset_id <> own.asset_id
         AND (other.lease IS NOT NULL OR (other.priority, other.turn, other.seq) < (own.priority, own.turn, own.seq))`,
      subjectId,
    );
    return count ?? 0;
  }

  /** Leases the next due job of a lane and counts the attempt. */
  claim(lane: JobLane, now: number): JobRecord | undefined {
    return this.get(
      `UPDATE jobs SET lease = ?, attempts = attempts + 1 WHERE seq = (
         SELECT seq FROM jobs WHERE lane = ? AND lease IS NULL AND due_at <= ? ORDER BY priority, turn, seq LIMIT 1)
       RETURNING *`,
      ...[newId(), lane, now],
    );
  }

  /** When the next waiting job becomes due, in milliseconds since 1970; undefined when no job waits for its time. */
  nextDueAt(now: number): number | undefined {
    return this.number('SELECT min(due_at) FROM jobs WHERE lease IS NULL AND due_at > ?', now);
  }

  /** Removes a job if its lease is still valid. A result may be stored only when this returns true. */
  complete({ seq, lease = '' }: JobRecord): boolean {
    return this.run('DELETE FROM jobs WHERE seq = ? AND lease = ?', seq, lease) === 1;
  }

  /** Ends the lease of a job, which becomes due again at `dueAt`. */
  release({ seq, lease = '', ...job }: JobRecord, dueAt: number, attempts = job.attempts): void {
    const sql = 'UPDATE jobs SET lease = NULL, due_at = ?, attempts = ? WHERE seq = ? AND lease = ?';
    this.run(sql, dueAt, attempts, seq, lease);
  }

  /** Ends all leases and back-offs. Their holder has ended, because only one engine at a time uses the catalogue. */
  releaseAll(): void {
    this.database.exec('UPDATE jobs SET lease = NULL, due_at = 0');
  }

  remove(kind: JobKind, subjectId: string): void {
    this.run('DELETE FROM jobs WHERE kind = ? AND subject_id = ?', kind, subjectId);
  }
}
