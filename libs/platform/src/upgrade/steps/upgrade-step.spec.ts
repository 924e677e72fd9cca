import fc from 'fast-check';
import { reshape } from './upgrade-step.ts';
import { toVersion2 } from './to-version-2.ts';
import type { StoredDocument, UpgradeStep } from './upgrade-step.ts';

const now = new Date(5_000);

/** The document as a database has it after the change. */
function changed(document: StoredDocument, change: UpgradeStep['changes'][number]['change']): StoredDocument {
  const { set = {}, unset = [] } = change(document, now) ?? {};
  const fields = Object.entries({ ...document, ...set }).filter(([name]) => !unset.includes(name));
  return Object.fromEntries(fields) as StoredDocument;
}

describe(reshape, () => {
  const change = reshape({ renamed: { old: 'new' }, removed: ['gone'], defaults: { list: [] } });

  it('renames, removes and adds fields', () => {
    expect(changed({ _id: 'a', old: 1, gone: 2, other: 3 }, change)).toEqual({
      _id: 'a',
      new: 1,
      list: [],
      other: 3,
    });
  });

  it('leaves a document of the new form alone', () => {
    expect(change({ _id: 'a', new: 1, list: [2] }, now)).toBeUndefined();
  });

  it('keeps the newer of two names', () => {
    expect(changed({ _id: 'a', old: 1, new: 2, list: [] }, change)).toEqual({ _id: 'a', new: 2, list: [] });
  });
});

describe('the step to version 2', () => {
  const of = (service: string, collection: string) =>
    toVersion2.changes.find((each) => each.service === service && each.collection === collection)!.change;

  it('asks the video host for each recording of 0.1.0 that plays or is being made', () => {
    const video = { _id: 'v', anyIds: ['v'], assetId: 'a', stepWait: null, state: 'ready' };
    const result = changed(video, of('upload', 'videos'));
    expect(result).toMatchObject({ publicIds: ['v'], contents: [], stepWork: null });
    expect(result['nextCheckAt']).toEqual(toVersion2.notices[0]!.filter['nextCheckAt']);
    expect(result).not.toHaveProperty('anyIds');
    for (const other of [
      { ...video, assetId: '' },
      { ...video, state: 'failed' },
      { ...video, deletedAt: now },
    ])
      expect(changed(other, of('upload', 'videos'))).not.toHaveProperty('nextCheckAt');
  });

  it('keeps the entries of tokens that were not in the ledger yet', () => {
    const account = { _id: 'u', added: 2, pendingEntries: [{ id: 'add:1' }], pendingSince: now, version: 3 };
    const change = of('auth', 'token_accounts');
    const result = changed(account, change);
    const outbox = { outbox: [{ id: 'add:1' }], outboxSince: now, handled: [] };
    expect(result).toEqual({ _id: 'u', ownerId: 'u', added: 2, version: 3, ...outbox });
    expect(change(result, now)).toBeUndefined();
  });

  it('gives chapters ids, by which jobs name them', () => {
    const request = { digest: 'd', tokens: 1, isReserved: true };
    const set = {
      _id: 'v',
      revision: 4,
      chapters: [{ start: 0 }, { start: 60 }],
      jobs: { quotes: { id: 'j', request: { ...request, chapterStart: 60 } }, chapters: { id: 'k' } },
    };
    const { chapters, jobs, ...rest } = changed(set, of('chaptering', 'chaptersets')) as unknown as {
      readonly chapters: readonly { readonly id: string; readonly start: number }[];
      readonly jobs: object;
    };
    expect(chapters.map(({ start }) => start)).toEqual([0, 60]);
    expect(new Set(chapters.map(({ id }) => id)).size).toBe(2);
    expect(jobs).toEqual({
      quotes: { id: 'j', request: { ...request, chapterId: chapters[1]!.id } },
      chapters: { id: 'k' },
    });
    expect(rest).toEqual({ _id: 'v', contentVersion: 4, chapterSource: null, areOfFile: false });
  });

  it('checks clips of 0.1.0 again, but not deleted ones', () => {
    const clip = { _id: 'c', anyVideoIds: ['v'], state: 'ready' };
    expect(changed(clip, of('clip', 'clips'))).toMatchObject({ state: 'making', nextCheckAt: now, bytes: 0 });
    expect(changed({ ...clip, deletedAt: now }, of('clip', 'clips'))).toMatchObject({ state: 'ready' });
  });

  it('changes nothing twice, whatever the documents contain', () => {
    const names = ['anyIds', 'publicIds', 'revision', 'version', 'contentVersion', 'stepWait', 'anyVideoIds'];
    const value = fc.oneof(fc.constant(null), fc.string(), fc.integer(), fc.constant('ready'));
    const field = fc.tuple(fc.constantFrom(...names, 'state', 'assetId', 'deletedAt'), value);
    const chapters = fc.array(fc.record({ start: fc.nat(), id: fc.string() }, { requiredKeys: ['start'] }));
    const document = fc
      .tuple(fc.array(field), chapters)
      .map(([fields, list]): StoredDocument => ({ ...Object.fromEntries(fields), chapters: list, _id: 'x' }));
    fc.assert(
      fc.property(document, fc.constantFrom(...toVersion2.changes), (old, { change }) => {
        expect(change(changed(old, change), now)).toBeUndefined();
      }),
    );
  });
});
