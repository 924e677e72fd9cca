import type { Connection } from 'mongoose';
import type { JobLane } from './records.ts';

/** When an owner had the last turn in a lane. */
interface Turn {
  /** The lane and the owner. */
  _id: string;
  /** Epoch milliseconds; later turns of one engine have higher numbers. */
  at: number;
}

/** The last turns of owners, which all engines note and read. */
export class Turns {
  private readonly connection: Connection;
  private lastAt = 0;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  async note(lane: JobLane, owner: string, now: number): Promise<void> {
    this.lastAt = Math.max(now, this.lastAt + 1);
    await this.turns.updateOne({ _id: nameOf(lane, owner) }, { $set: { at: this.lastAt } }, { upsert: true });
  }

  /** Those of the owners whose last turn is longest ago, or who had none. */
  async next(lane: JobLane, owners: readonly string[]): Promise<string[]> {
    const filter = { _id: { $in: owners.map((owner) => nameOf(lane, owner)) } };
    const turns = await this.turns.find(filter, { limit: owners.length }).toArray();
    const times = new Map(turns.map(({ _id, at }) => [_id, at]));
    const timeOf = (owner: string): number => times.get(nameOf(lane, owner)) ?? 0;
    const longestAgo = Math.min(...owners.map(timeOf));
    return owners.filter((owner) => timeOf(owner) === longestAgo);
  }

  async forget(before: number): Promise<void> {
    await this.turns.deleteMany({ at: { $lt: before } });
  }

  private get turns() {
    return this.connection.collection<Turn>('turns');
  }
}

function nameOf(lane: JobLane, owner: string): string {
  return `${lane} ${owner}`;
}
