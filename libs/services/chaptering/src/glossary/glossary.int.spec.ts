import { randomUUID } from 'node:crypto';
import type { MessageData } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { until } from '@vault/base/testing';
import { parseWebVtt } from '@vault/webvtt';
import { startChaptering, type ChapteringUnderTest } from '../testing/chaptering-under-test.ts';
import { talkSeconds, talkVtt } from '../testing/talk.ts';

const about = { videoId: 'v', ownerId: 'ada' };
const captions = { playbackId: 'p', trackId: 't', language: 'en', durationSeconds: talkSeconds };
const term = (name: string, wrongForms: string[] = []) => ({
  ...{ id: name, term: name, wrongForms, isCaseSensitive: false },
});
const heardVtt = talkVtt().replaceAll('tea garden', 'tea Gardeen').replaceAll('glacier', 'glassier');
const spokenCues = parseWebVtt(heardVtt);

describe('the glossary of an owner', () => {
  let chaptering: ChapteringUnderTest;
  beforeEach(async () => {
    chaptering = await startChaptering();
    chaptering.host.texts.set('t', heardVtt);
  });
  afterEach(() => chaptering.stop());

  async function find(videoId = 'v', ownerId = 'ada') {
    const request = { ownerId, videoIds: [videoId], withTranscript: true, withRecognised: true };
    return (await chaptering.client.getChapterSets(request)).sets[0];
  }
  async function makeVideo(identity = about, trackId = 't') {
    await chaptering.event('upload.transcript-ready.v1', { ...identity, ...captions, trackId });
    const isMade = (set?: chapteringRpc.ChapterSet) => set?.isGenerating === false;
    return (await until(() => find(identity.videoId, identity.ownerId), isMade))!;
  }
  const glossary = (ownerId = 'ada') => chaptering.client.getGlossary({ ownerId });
  const save = (data: Partial<MessageData<'chaptering.save-glossary.v1'>>) =>
    chaptering.command('chaptering.save-glossary.v1', {
      ...{ videoId: 'of no video', ownerId: 'ada', terms: [], version: 0 },
      ...data,
    });
  const places = (request: Partial<chapteringRpc.GlossaryPlacesRequest> = {}) =>
    chaptering.client.findGlossaryPlaces({ ownerId: 'ada', videoIds: ['v'], limit: 1_000, ...request });
  const proposals = () => chaptering.client.findGlossaryProposals({ ownerId: 'ada', videoId: 'v' });
  const correction = (index: number, from: string, to: string) => {
    const line = spokenCues[index]!;
    return { before: [line], after: [{ ...line, text: line.text.replace(from, to) }] };
  };

  it('is saved as a whole, of each owner alone, and not over another change', async () => {
    expect(await glossary()).toEqual({ terms: [], version: 0, offers: [] });
    await save({ terms: [term('Gardin', ['Gardeen'])] });
    await save({ ownerId: 'eve', terms: [term('Eve')] });
    expect(await glossary()).toMatchObject({ version: 1, terms: [term('Gardin', ['Gardeen'])] });
    expect((await glossary('eve')).terms).toEqual([term('Eve')]);
    await expect(save({ terms: [] })).rejects.toMatchObject({ code: 'conflict' });
    await expect(save({ version: 1, terms: [term('A', ['x']), term('B', ['X'])] })).rejects.toMatchObject({
      code: 'invalid-input',
      message: '“X” is a wrong form of both “A” and “B”.',
    });
    await save({ version: 1, terms: [] });
    expect(await glossary()).toMatchObject({ version: 2, terms: [] });
  });

  it('finds the same places and proposals with a glossary of any size', async () => {
    await makeVideo();
    await save({ terms: [term('glacier', ['glassier'])] });
    const [found, proposed] = await Promise.all([places(), proposals()]);
    expect(found.places.length).toBeGreaterThan(0);
    // They are looked for in a thread.
    const others = Array.from({ length: 400 }, (_, index) =>
      term(
        `No${String(index)}`,
        Array.from({ length: 20 }, (__, form) => `never said ${String(index)} ${String(form)}`),
      ),
    );
    await save({ terms: [term('glacier', ['glassier']), ...others], version: 1 });
    expect(await places()).toEqual(found);
    expect(await proposals()).toEqual(proposed);
  });

  it('a redelivered save changes nothing', async () => {
    const data = { videoId: 'of no video', ownerId: 'ada', version: 0, terms: [term('A')] };
    const redeliver = await chaptering.send('chaptering.save-glossary.v1', data, randomUUID());
    await until(glossary, ({ version }) => version === 1);
    await redeliver();
    await save({ version: 1, terms: [term('B')] });
    expect(await glossary()).toMatchObject({ version: 2, terms: [term('B')] });
  });

  it('offers a change to a name when it was made once, another one when it was made twice, until it is dismissed', async () => {
    await makeVideo();
    const edit = (index: number, from = 'Gardeen', to = 'Gardin') =>
      chaptering.command('chaptering.edit-transcript.v1', {
        ...about,
        changes: [correction(index, from, to)],
      });
    await edit(0, 'Gardeen', 'gardenette');
    expect((await glossary()).offers).toEqual([]);
    await edit(2);
    expect((await glossary()).offers).toEqual([{ from: 'gardeen', to: 'Gardin', count: 1 }]);
    await edit(3);
    const offer = { from: 'gardeen', to: 'Gardin', count: 2 };
    expect(await glossary()).toEqual({ terms: [], version: 0, offers: [offer] });
    expect((await glossary('eve')).offers).toEqual([]);
    await save({ dismissed: [{ from: 'gardeen', to: 'Gardin' }] });
    await edit(4);
    expect(await glossary()).toEqual({ terms: [], version: 1, offers: [] });
  });

  it('does not offer a change of an ordinary word, which is right elsewhere; of several words it does', async () => {
    await makeVideo();
    const changes = [2, 3, 4].flatMap((index) => [correction(index, 'young', 'old')]);
    await chaptering.command('chaptering.edit-transcript.v1', { ...about, changes });
    expect((await glossary()).offers).toEqual([]);
    const more = [6, 7].map((index) => correction(index, 'the tea Gardeen', 'Tegarden'));
    await chaptering.command('chaptering.edit-transcript.v1', { ...about, changes: more });
    expect((await glossary()).offers).toEqual([{ from: 'the tea gardeen', to: 'Tegarden', count: 2 }]);
  });

  it('counts a command once, also when the process died after the words were changed', async () => {
    await makeVideo();
    const changes = [2, 3].map((index) => correction(index, 'Gardeen', 'Gardin'));
    const data = { ...about, changes };
    const redeliver = await chaptering.send('chaptering.edit-transcript.v1', data, randomUUID());
    const offers = async () => (await glossary()).offers.map(({ count }) => count);
    await until(offers, ([count]) => count === 2);
    // As after a kill between both writes: the words are changed, and nothing is counted.
    await chaptering.store.collection('glossaries').deleteMany({});
    await redeliver();
    await until(offers, ([count]) => count === 2);
    await redeliver();
    // Handled after the redelivered commands: it is about the same video.
    await chaptering.command('chaptering.edit-transcript.v1', {
      ...about,
      changes: [correction(5, 'wet', 'dry')],
    });
    expect(await offers()).toEqual([2]);
  });

  it('finds places in the videos of the owner, in parts, and they can be applied and undone', async () => {
    await makeVideo();
    await makeVideo({ videoId: 'w', ownerId: 'ada' });
    await makeVideo({ videoId: 'x', ownerId: 'eve' });
    await save({ terms: [term('Gardin', ['Gardeen']), term('Gletscher', ['glassier'])] });
    const all = await places({ videoIds: ['w', 'x', 'v', 'none'] });
    expect(all.hasMore).toBe(false);
    expect(all.places.map(({ videoId }) => videoId)).toEqual([
      ...Array<string>(60).fill('w'),
      ...Array<string>(60).fill('v'),
    ]);
    expect(all.places[0]).toEqual({
      videoId: 'w',
      before: [spokenCues[0]],
      after: [{ ...spokenCues[0]!, text: spokenCues[0]!.text.replace('Gardeen', 'Gardin') }],
      words: [{ found: 'Gardeen', term: 'Gardin' }],
    });
    const some = await places({ videoIds: ['w', 'v'], limit: 70 });
    expect([some.places.length, some.hasMore]).toEqual([70, true]);
    const { videoId, before } = some.places.at(-1)!;
    const rest = await places({ videoIds: ['w', 'v'], after: { videoId, start: before[0]!.start } });
    expect([...some.places, ...rest.places]).toEqual(all.places);
    await expect(places({ videoIds: Array(21).fill('v') as string[] })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    const changes = all.places.slice(60).map((place) => ({ before: place.before, after: place.after }));
    await chaptering.command('chaptering.edit-transcript.v1', { ...about, changes });
    expect((await places()).places).toEqual([]);
    expect((await glossary()).offers).toEqual([]);
    const undo = changes.map((change) => ({ before: change.after, after: change.before }));
    await chaptering.command('chaptering.edit-transcript.v1', { ...about, changes: undo });
    expect((await find())!.vtt).toBe(heardVtt);
    expect((await glossary()).offers).toEqual([]);
  });

  it('proposes words that sound like a term, and changes none', async () => {
    const texts = talkVtt().replaceAll('tea plant', 'Pikachti plant');
    chaptering.host.texts.set('t', texts);
    await save({ terms: [term('Piketty')] });
    await makeVideo();
    const { proposals } = await chaptering.client.findGlossaryProposals(about);
    expect(proposals).toEqual([
      { found: 'Pikachti', term: 'Piketty', lines: 30, example: parseWebVtt(texts)[0] },
    ]);
    expect((await find())!.vtt).toBe(texts);
    expect(await chaptering.client.findGlossaryProposals({ ...about, ownerId: 'eve' })).toEqual({
      proposals: [],
    });
  });

  it('counts the names that wait in new chapters, until they are confirmed, refused or corrected', async () => {
    const texts = talkVtt().replaceAll('tea plant', 'Pikachti plant').replaceAll('glacier', 'Dakota');
    chaptering.host.texts.set('t', texts);
    const terms = [term('Piketty'), term('Ducoder')];
    await save({ terms });
    const found = (await makeVideo()).namesToCheck ?? 0;
    expect(found).toBe((await proposals()).proposals.length);
    expect(found).toBeGreaterThan(0);
    const names = async () => (await find())!.namesToCheck ?? 0;
    const { revision } = (await find())!;
    expect(await chaptering.client.getChapterSetRevision(about)).toEqual({ revision });
    expect(await chaptering.client.getChapterSetRevision({ ...about, ownerId: 'eve' })).toEqual({
      revision: '',
    });
    // Refused, also in the proposals.
    await save({ terms, version: 1, dismissed: [{ from: 'Pikachti', to: 'Piketty' }] });
    expect(await names()).toBe(found - 1);
    expect((await proposals()).proposals.map((each) => each.found)).not.toContain('Pikachti');
    // A term that is gone has no names.
    await save({ terms: [], version: 2 });
    expect(await names()).toBe(0);
    chaptering.host.texts.set('u', texts.replaceAll('Pikachti', 'Pickedy'));
    await save({ terms, version: 3 });
    await makeVideo({ videoId: 'w', ownerId: 'ada' }, 'u');
    const ofOther = async () => (await find('w'))!.namesToCheck ?? 0;
    const before = await ofOther();
    expect(before).toBeGreaterThan(0);
    await save({ terms: [term('Piketty', ['Pickedy']), term('Ducoder')], version: 4 });
    expect(await ofOther()).toBe(before - 1);
    await save({ terms, version: 5 });
    const lines = parseWebVtt((await find('w'))!.vtt).filter(({ text }) => text.includes('Pickedy'));
    const changes = lines.map((line) => ({
      before: [line],
      after: [{ ...line, text: line.text.replaceAll('Pickedy', 'Piketty') }],
    }));
    const edit = (some: typeof changes) =>
      chaptering.command('chaptering.edit-transcript.v1', { videoId: 'w', ownerId: 'ada', changes: some });
    await edit(changes.slice(1));
    expect(await ofOther()).toBe(before);
    await edit(changes.slice(0, 1));
    expect(await ofOther()).toBe(before - 1);
  });

  it('knows which forms are ordinary words', async () => {
    const forms = ['help', 'Within', 'help me', 'Pikachti'];
    expect(await chaptering.client.findOrdinaryForms({ forms })).toEqual({ forms: ['help', 'Within'] });
  });

  it('corrects captions that arrive, before anybody sees them', async () => {
    await save({ terms: [term('Gardin', ['Gardeen'])] });
    const set = await makeVideo();
    const corrected = spokenCues.map((line) => ({ ...line, text: line.text.replace('Gardeen', 'Gardin') }));
    expect(parseWebVtt(set.vtt)).toEqual(corrected);
    expect(set).toMatchObject({ recognisedVtt: heardVtt, transcriptVersion: 1, glossaryApplied: 30 });
    expect(JSON.stringify(set.chapters)).not.toContain('Gardeen');
    const others = await makeVideo({ videoId: 'x', ownerId: 'eve' });
    expect(others).toMatchObject({ vtt: heardVtt });
    expect(others.glossaryApplied).toBeUndefined();
    // A person brings the recognised words back; the same captions do not change them again.
    await chaptering.command('chaptering.edit-transcript.v1', {
      ...about,
      changes: [{ before: [corrected[0]!], after: [spokenCues[0]!] }],
    });
    await makeVideo();
    expect(parseWebVtt((await find())!.vtt)[0]).toEqual(spokenCues[0]);
  });

  it('leaves lines of a person in new captions', async () => {
    await makeVideo();
    const own = { ...spokenCues[0]!, text: 'Gardeen, as I write it.' };
    await chaptering.command('chaptering.edit-transcript.v1', {
      ...about,
      changes: [{ before: [spokenCues[0]!], after: [own] }],
    });
    await save({ terms: [term('Gardin', ['Gardeen'])] });
    chaptering.host.texts.set('again', heardVtt);
    await makeVideo(about, 'again');
    const after = await until(find, (set) => set?.glossaryApplied !== undefined && !set.isGenerating);
    const lines = parseWebVtt(after!.vtt);
    expect(after).toMatchObject({ glossaryApplied: 29, transcriptVersion: 2 });
    expect([lines[0], lines[1]?.text]).toEqual([own, expect.stringContaining('Gardin')]);
  });

  it('is deleted with the account', async () => {
    await save({ terms: [term('A')] });
    await chaptering.accountEvent('auth.account-deleted.v1', 'ada');
    await until(
      () => chaptering.store.collection('glossaries').countDocuments({}),
      (count) => count === 0,
    );
    // A late command leaves nothing.
    await save({ terms: [term('A')] });
    expect(await glossary()).toMatchObject({ terms: [], version: 0 });
  });
});
