import { describe, expect, test } from '@jest/globals';
import { newAsset, queue } from '../testing/new-asset.ts';
import { countAhead, countJobs, inTurns, turnKey } from './job-queue.ts';
import type { AssetRecord, JobRecord } from './records.ts';

const job = (kind: JobRecord['kind'], addedAt: number, lease?: number): JobRecord => ({
  ...{ kind, addedAt, subjectId: 'a', lane: kind === 'captions' ? 'speech' : 'media' },
  ...{ priority: 0, seq: addedAt, dueAt: 0, attempts: 0 },
  ...(lease === undefined ? {} : { lease }),
});

test('jobs of a kind are counted, with the ages of the oldest one and of the oldest that waits', () => {
  const jobs = [
    job('captions', 1000, 1),
    job('captions', 4000),
    job('captions', 6000),
    job('ingest', 7000, 2),
  ];
  const counted = countJobs(jobs, ['api', 'media'], 9000);
  expect(counted.filter(({ waiting, running }) => waiting + running > 0)).toEqual([
    { kind: 'ingest', waiting: 0, running: 1, unserved: 0, oldestAgeSeconds: 2, oldestWaitingSeconds: 0 },
    { kind: 'captions', waiting: 2, running: 1, unserved: 2, oldestAgeSeconds: 8, oldestWaitingSeconds: 5 },
  ]);
});

describe('the order of a lane', () => {
  const ofOwner = (owner: string, fields: Partial<AssetRecord> = {}) =>
    queue(newAsset({ owner, ...fields }), 'ingest');
  const begin = ({ jobs }: AssetRecord) => Object.assign(jobs[0]!, { lease: 1 });
  const idsOf = (assets: readonly AssetRecord[], turns: Record<string, number> = {}) => {
    const lastTurns = new Map(Object.entries(turns).map(([owner, at]) => [turnKey('media', owner), at]));
    return inTurns(assets, 'media', lastTurns).map(({ asset }) => asset.id);
  };

  test('gives each owner one job in turn, the oldest first, and other priorities after it', () => {
    const picture = queue(newAsset({ owner: 'one' }), 'storyboard');
    const [first, second, third] = [ofOwner('many'), ofOwner('many'), ofOwner('many')];
    const one = ofOwner('one');
    const captions = queue(newAsset({ owner: 'new' }), 'captions');
    const assets = [picture, first, second, third, one, captions];
    expect(idsOf(assets)).toEqual([first.id, one.id, second.id, third.id, picture.id]);
  });

  test('begins with the owner whose last turn is longest ago', () => {
    const [ada, bob, eve] = [ofOwner('ada'), ofOwner('bob'), ofOwner('eve')];
    expect(idsOf([ada, bob, eve], { ada: 7, bob: 3 })).toEqual([eve.id, bob.id, ada.id]);
  });

  test('a running job is a turn, whichever engine does it', () => {
    const [running, next, other] = [ofOwner('many'), ofOwner('many'), ofOwner('one')];
    begin(running);
    expect(idsOf([running, next, other], { one: 1 })).toEqual([other.id, next.id]);
  });
});

describe('the number of assets ahead', () => {
  const ahead = (assets: readonly AssetRecord[], id: string, subjectId = id) =>
    countAhead(assets, { id, subjectId }, new Map());

  test('counts those with a job before it in its lane, also running ones', () => {
    const [one, two, three] = ['one', 'two', 'three'].map((subject) =>
      queue(newAsset(), 'captions', subject),
    ) as [AssetRecord, AssetRecord, AssetRecord];
    queue(one, 'captions', 'one again');
    queue(one, 'storyboard');
    const other = queue(newAsset(), 'ingest');
    const assets = [one, two, three, other];
    const all = () => [
      ahead(assets, one.id, 'one'),
      ahead(assets, two.id, 'two'),
      ahead(assets, three.id, 'three'),
      ahead(assets, other.id),
    ];
    expect(all()).toEqual([0, 1, 2, 0]);
    one.jobs[0]!.lease = 1;
    expect(all()).toEqual([0, 1, 2, 0]);
    // Its other captions are older than the others.
    one.jobs.shift();
    expect(all()).toEqual([0, 1, 2, 0]);
    expect(ahead(assets, one.id, 'one again')).toBe(0);
  });

  test('an owner with one asset waits for one of each other owner, however many they have', () => {
    const ofMany = Array.from({ length: 5 }, () => queue(newAsset({ owner: 'many' }), 'ingest'));
    const ofOne = queue(newAsset({ owner: 'one' }), 'ingest');
    const assets = [...ofMany, ofOne];
    expect([ofOne, ofMany[0]!, ofMany[4]!].map(({ id }) => ahead(assets, id))).toEqual([1, 0, 5]);
  });
});
