import { randomUUID } from 'node:crypto';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { until } from '@vault/base/testing';
import { formatWebVtt, parseWebVtt } from '@vault/webvtt';
import { startChaptering, type ChapteringUnderTest } from '../testing/chaptering-under-test.ts';
import { talkSeconds, talkVtt } from '../testing/talk.ts';

const about = { videoId: 'v', ownerId: 'ada' };
const captions = { playbackId: 'p', trackId: 't', language: 'en', durationSeconds: talkSeconds };
const cues = parseWebVtt(talkVtt());
/** The talk about coffee. */
const coffee = cues.map((line) => ({ ...line, text: line.text.replaceAll('tea', 'coffee'), speaker: 'Ann' }));
const vtt = formatWebVtt(coffee);
const replaceType = 'chaptering.replace-captions.v1';

/** Three sentences on each of three topics. */
const foreignTalks: [string, string[][]][] = [
  [
    'fr',
    [
      [
        'La récolte du thé commence quand les feuilles du thé sont encore jeunes.',
        'Les cueilleurs choisissent seulement les deux premières feuilles de chaque branche.',
        'Un bon jardin de thé donne des feuilles pendant plus de cinquante années.',
      ],
      [
        'Le serveur répond à chaque requête, et les requêtes attendent dans la file du serveur.',
        'Quand la file du serveur est pleine, les nouvelles requêtes sont refusées.',
        'Nous mesurons combien de temps chaque requête attend avant la réponse.',
      ],
      [
        'Le glacier descend lentement de la montagne et creuse une vallée dans la roche.',
        'Chaque hiver, la neige de la montagne nourrit le glacier.',
        'Depuis trente ans, le glacier recule de vingt mètres dans la vallée.',
      ],
    ],
  ],
  [
    'es',
    [
      [
        'La cosecha del té comienza cuando las hojas del té todavía son jóvenes.',
        'Los recolectores eligen solamente las dos primeras hojas de cada rama.',
        'Un buen jardín de té da hojas durante más de cincuenta años.',
      ],
      [
        'El servidor responde a cada petición, y las peticiones esperan en la cola del servidor.',
        'Cuando la cola del servidor está llena, las nuevas peticiones son rechazadas.',
        '¿Quién vigila la cola del servidor durante toda la noche?',
      ],
      [
        'El glaciar baja lentamente de la montaña y excava un valle en la roca.',
        'Cada invierno, la nieve de la montaña alimenta el glaciar.',
        'Desde hace treinta años, el glaciar retrocede veinte metros por el valle.',
      ],
    ],
  ],
];

describe('captions of a person', () => {
  let chaptering: ChapteringUnderTest;
  let shown: chapteringRpc.ChapterSet;

  beforeEach(async () => {
    chaptering = await startChaptering();
    chaptering.host.texts.set('t', talkVtt());
    chaptering.videos.set('ada/v', {
      playbackId: 'p',
      captionsState: 'ready',
      state: 'ready',
      durationSeconds: talkSeconds,
    });
  });
  afterEach(() => chaptering.stop());

  async function find() {
    const request = { ownerId: 'ada', videoIds: ['v'], withTranscript: true, withRecognised: true };
    return (await chaptering.client.getChapterSets(request)).sets[0];
  }
  const idle = async () => (await until(find, (set) => set !== undefined && !set.isGenerating))!;
  const captioned = async (more: Partial<typeof captions> = {}) => {
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions, ...more });
    shown = await idle();
  };
  const replace = (words = vtt, video: object = {}) =>
    chaptering.command(replaceType, { ...about, ...video, vtt: words });
  const restore = (video: object = {}) =>
    chaptering.command('chaptering.restore-captions.v1', { ...about, ...video });
  const edit = (line: (typeof cues)[number], text: string) => {
    const changes = [{ before: [line], after: [{ ...line, text }] }];
    return chaptering.command('chaptering.edit-transcript.v1', { ...about, changes });
  };
  const refusal = (sending: Promise<unknown>) => sending.then(() => undefined, codeAndMessage);
  const stored = () => chaptering.store.collection('transcripts').findOne({ _id: 'v' as never });
  const quotesOf = (set: chapteringRpc.ChapterSet) => set.chapters.flatMap(({ quotes }) => quotes);
  const eventsSince = (from: number) =>
    chaptering.published.slice(from).map(({ type }) => type.split('.')[1]);

  it('take the place of the recognised ones, and the chapters follow', async () => {
    await captioned();
    // Messages are sent a moment after the change that they tell of.
    await until(
      () => eventsSince(0),
      (types) => types.includes('chapters-generated'),
    );
    const before = chaptering.published.length;
    await replace();
    expect(await find()).toMatchObject({ vtt, transcriptVersion: 1, version: shown.version + 1 });
    const after = await idle();
    expect(after.captionsUploadedAt).toBeCloseTo(chaptering.clock.now().getTime() / 1_000, -2);
    expect(after.recognisedVtt).toBeUndefined();
    expect(quotesOf(after).length).toBeGreaterThan(0);
    for (const { text, speaker } of quotesOf(after)) {
      expect(text).not.toMatch(/tea/i);
      expect(speaker).toBe('Ann');
    }
    await until(
      () => eventsSince(before),
      (types) => types.includes('chapters-generated'),
    );
    expect(eventsSince(before)).toEqual(['generation-started', 'chapters-changed', 'chapters-generated']);
    // The captions of the host are kept apart.
    expect(await stored()).toMatchObject({ vtt: talkVtt(), trackId: 't', uploads: [{ vtt }] });
  });

  it('drop corrections and the review, and keep what a person wrote into chapters', async () => {
    await captioned();
    await edit(cues[3]!, 'Three.');
    await chaptering.command('chaptering.review-transcript.v1', { ...about, isReviewed: true, by: 'ada' });
    const [first, ...others] = (await find())!.chapters.map((chapter) => ({
      ...chapter,
      searchQuotes: undefined,
    }));
    const chapters = [{ ...first!, title: 'My own title' }, ...others];
    await chaptering.command('chaptering.save-chapters.v1', { ...about, chapters });
    await replace();
    const after = await idle();
    expect(after).toMatchObject({ vtt, transcriptVersion: 2 });
    expect(after.transcriptReview).toBeUndefined();
    expect(after.chapters[0]?.title).toBe('My own title');
    // They are corrected as recognised ones are.
    await edit(coffee[3]!, 'Drei.');
    expect(await find()).toMatchObject({ recognisedVtt: vtt, transcriptVersion: 3 });
  });

  it('that the host made again for their owner drop corrections and the review, and keep edited chapters', async () => {
    await captioned();
    await edit(cues[3]!, 'Three.');
    await chaptering.command('chaptering.review-transcript.v1', { ...about, isReviewed: true, by: 'ada' });
    const chapters = (await find())!.chapters.map((chapter, index) => ({
      ...chapter,
      searchQuotes: undefined,
      ...(index === 0 ? { title: 'My own title' } : {}),
    }));
    await chaptering.command('chaptering.save-chapters.v1', { ...about, chapters });
    const term = { id: 'Kaffee', term: 'Kaffee', wrongForms: ['coffee'], isCaseSensitive: false };
    const glossary = { videoId: 'of no video', ownerId: 'ada', version: 0, terms: [term] };
    await chaptering.command('chaptering.save-glossary.v1', glossary);
    chaptering.host.texts.set('again', vtt);
    await chaptering.event('upload.transcript-ready.v1', {
      ...{ ...about, ...captions, trackId: 'again', language: 'de', isRequested: true },
    });
    const isFinished = (set: Awaited<ReturnType<typeof find>>) =>
      set?.recognisedVtt === vtt && set.transcriptVersion === 2 && !set.isGenerating;
    const after = (await until(find, isFinished))!;
    expect(after.vtt).toBe(vtt.replaceAll('coffee', 'Kaffee'));
    expect(after).toMatchObject({ transcriptVersion: 2, glossaryApplied: expect.any(Number) as number });
    expect(after.transcriptReview).toBeUndefined();
    expect(after.chapters[0]?.title).toBe('My own title');
    // While those of a person are used, other ones of the host are noted.
    await replace(formatWebVtt(cues));
    await idle();
    chaptering.host.texts.set('third', talkVtt());
    await chaptering.event('upload.transcript-ready.v1', {
      ...{ ...about, ...captions, trackId: 'third', isRequested: true },
    });
    await until(
      () => chaptering.store.collection('chaptersets').findOne({ _id: 'v' as never }),
      (set) => (set?.['source'] as { trackId: string } | null)?.trackId === 'third',
    );
    expect((await idle()).captionsUploadedAt).toBeDefined();
    await restore();
    expect((await idle()).vtt).toBe(talkVtt());
  });

  it('that the host made again and does not give yet are read by the job, and corrections end at once', async () => {
    await captioned();
    await edit(cues[3]!, 'Three.');
    chaptering.host.isUnavailable = true;
    await chaptering.event('upload.transcript-ready.v1', {
      ...{ ...about, ...captions, trackId: 'again', isRequested: true },
    });
    expect(await until(find, (set) => set?.transcriptVersion === 2)).toMatchObject({ vtt: talkVtt() });
    chaptering.host.texts.set('again', vtt);
    chaptering.host.isUnavailable = false;
    const after = await until(
      () => {
        chaptering.clock.passSeconds(60);
        return find();
      },
      (set) => set?.vtt === vtt && !set.isGenerating,
    );
    expect(after?.transcriptVersion).toBe(2);
  });

  it('in a language that their words do not show have the one in which they were recognised', async () => {
    const numbers = cues.map((line, index) => ({ ...line, text: `${String(index)} ${String(index * 7)}` }));
    chaptering.host.texts.set('t', formatWebVtt(numbers));
    await captioned({ language: 'de' });
    expect(shown.chaptersOrigin).toEqual({ language: 'de', method: 'rules' });
  });

  it.each(foreignTalks)(
    'in %s have chapters by statistics alone, in their own words',
    async (language, topics) => {
      await captioned();
      expect(shown.chaptersOrigin).toEqual({ language: 'en', method: 'rules' });
      const lines = cues.map((line, index) => ({
        ...line,
        text: topics[Math.floor(index / 30)]![index % 3]!,
        speaker: undefined,
      }));
      await replace(formatWebVtt(lines));
      const after = await idle();
      expect(after.chaptersOrigin).toEqual({ language, method: 'statistics' });
      expect(after.chapters.map(({ start }) => start)).toEqual([0, 180, 360]);
      const words = ` ${topics
        .flat()
        .join(' ')
        .toLowerCase()
        .replace(/[.,¿?’']/gu, ' ')} `;
      after.chapters.forEach(({ title, quotes }, index) => {
        // Words of the talk, with their accents, and none that the engine adds in English.
        for (const word of title.toLowerCase().split(/[\s’']+/u)) expect(words).toContain(` ${word} `);
        expect(quotes).not.toEqual([]);
        for (const { text } of quotes)
          for (const sentence of text.match(/[^.?]+[.?]/gu)!)
            expect(topics[index]).toContain(sentence.trim());
      });
    },
  );

  it('are what running quotes and summaries are written from again', async () => {
    await captioned();
    const kinds = ['quotes', 'summary'] as const;
    const releases = kinds.map((kind) => chaptering.writer.hold(kind));
    await chaptering.command('chaptering.update-quotes.v1', { ...about, chapterStart: 0, prompt: '' });
    await chaptering.command('chaptering.generate-summary.v1', about);
    await until(
      () => chaptering.writer.waiting,
      (count) => count === 2,
    );
    await replace();
    await idle();
    for (const release of releases) release();
    const after = (await until(find, (set) => set?.operations.length === 0))!;
    for (const kind of kinds) expect(chaptering.writer.calls(kind)).toBe(2);
    expect(quotesOf(after).length).toBeGreaterThan(0);
    expect([after.summary, ...quotesOf(after).map(({ text }) => text)].join(' ')).not.toMatch(/tea/i);
    await until(
      () => chaptering.auth.open,
      (count) => count === 0,
    );
    expect(chaptering.auth.of('settle').every(({ amount }) => amount > 0)).toBe(true);
  });

  it('are those in which words of the glossary are found; corrections by it end with the captions before', async () => {
    const term = { id: 'Tee', term: 'Tee', wrongForms: ['tea'], isCaseSensitive: false };
    const glossary = { videoId: 'of no video', ownerId: 'ada', version: 0, terms: [term] };
    await chaptering.command('chaptering.save-glossary.v1', glossary);
    await captioned();
    const places = async () => {
      const request = { ownerId: 'ada', videoIds: ['v'], limit: 1_000 };
      return (await chaptering.client.findGlossaryPlaces(request)).places;
    };
    expect(shown.glossaryApplied).toBeGreaterThan(0);
    expect(await places()).toEqual([]);
    await replace(talkVtt());
    expect((await find())?.glossaryApplied ?? 0).toBe(0);
    expect((await places()).length).toBeGreaterThan(0);
    await replace(vtt);
    expect(await places()).toEqual([]);
    // Those of the host come back as they arrived.
    await restore();
    expect(await find()).toMatchObject({
      ...{ vtt: shown.vtt, recognisedVtt: talkVtt(), glossaryApplied: shown.glossaryApplied },
      transcriptVersion: shown.transcriptVersion! + 3,
    });
    expect(await places()).toEqual([]);
  });

  it('are replaced by others, of which only the last are stored', async () => {
    await captioned();
    await replace();
    const other = formatWebVtt(cues.slice(0, 40));
    await replace(other);
    expect(await idle()).toMatchObject({ vtt: other, transcriptVersion: 2 });
    expect((await stored())?.['uploads']).toMatchObject([{ vtt: other }]);
  });

  it('a redelivered command changes nothing, also after others', async () => {
    await captioned();
    const id = randomUUID();
    const redeliver = await chaptering.send(replaceType, { ...about, vtt }, id);
    await until(find, (set) => set?.transcriptVersion === 1);
    await redeliver();
    const other = formatWebVtt(cues.slice(0, 40));
    await replace(other);
    await redeliver();
    await edit(cues[3]!, 'Three.');
    const after = await idle();
    expect(after).toMatchObject({ recognisedVtt: other, transcriptVersion: 3 });
    expect((await stored())?.['uploads']).toHaveLength(1);
  });

  it('stay when the host has others, until they are given up', async () => {
    await captioned();
    await replace();
    await idle();
    await chaptering.command('chaptering.review-transcript.v1', { ...about, isReviewed: true, by: 'ada' });
    chaptering.host.texts.set('u', formatWebVtt(cues.slice(0, 60)));
    await captioned({ trackId: 'u' });
    expect(shown).toMatchObject({ vtt, transcriptReview: { by: 'ada' } });
    await edit(coffee[3]!, 'Drei.');
    await restore();
    await idle();
    const after = await until(find, (set) => set?.vtt === formatWebVtt(cues.slice(0, 60)));
    expect(after).toMatchObject({ transcriptVersion: 3, isGenerating: false });
    expect(after?.captionsUploadedAt).toBeUndefined();
    expect(after?.transcriptReview).toBeUndefined();
    expect((await stored())?.['uploads']).toEqual([]);
    for (const { text } of quotesOf(after!)) expect(text).not.toMatch(/coffee/i);
  });

  it('give chapters to a video without captions, which has none to go back to', async () => {
    const unavailable = { ...about, durationSeconds: talkSeconds, reason: 'Nobody speaks.' };
    await chaptering.event('upload.captions-unavailable.v1', unavailable);
    expect((await idle()).chapters).toMatchObject([{ title: 'Whole video' }]);
    await replace();
    expect((await idle()).chapters.length).toBeGreaterThan(1);
    expect(await refusal(restore())).toEqual({
      code: 'conflict',
      message: 'This video has no recognised captions to go back to.',
    });
    expect(await find()).toMatchObject({ vtt });
  });

  it('give chapters to a video whose captions failed, and say that those of the host are not needed', async () => {
    chaptering.videos.set('ada/v', {
      playbackId: 'p',
      captionsState: 'pending',
      state: 'failed',
      durationSeconds: talkSeconds,
    });
    await replace();
    expect((await idle()).chapters.length).toBeGreaterThan(1);
    const first = await until(
      () => chaptering.published[0],
      (message) => message !== undefined,
    );
    expect(first).toMatchObject({
      type: 'chaptering.generation-started.v1',
      data: { ...about, hasUploadedCaptions: true },
    });
  });

  it('are refused while the host makes captions, before the video plays, and without words', async () => {
    const upload = { playbackId: 'p', captionsState: 'pending', state: 'captioning' };
    chaptering.videos.set('ada/v', upload);
    expect(await refusal(replace())).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/being made/) as string,
    });
    chaptering.videos.set('ada/v', { ...upload, playbackId: '', state: 'failed' });
    expect(await refusal(replace())).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/cannot be played/) as string,
    });
    for (const text of ['WEBVTT\n', 'no captions'])
      expect(await refusal(replace(text))).toMatchObject({ code: 'invalid-input' });
    expect(await refusal(replace('x'.repeat(930_000)))).toMatchObject({ code: 'too-large' });
    expect(await stored()).toBeNull();
    expect(await find()).toBeUndefined();
  });

  it('as many as fit into a command are stored', async () => {
    await captioned();
    const many = Array.from({ length: 17_000 }, (_, at) => ({
      start: at * 0.03,
      end: at * 0.03 + 0.02,
      text: 'A cup of coffee?',
    }));
    const large = formatWebVtt(many);
    expect(large.length).toBeGreaterThan(800_000);
    await replace(large);
    expect(await find()).toMatchObject({ vtt: large });
  });

  it('of another owner or an unknown video are not found, and nothing changes', async () => {
    await captioned();
    const missing = { code: 'not-found', message: 'The video was not found.' };
    for (const video of [{ ownerId: 'eve' }, { videoId: 'none' }]) {
      expect(await refusal(replace(vtt, video))).toEqual(missing);
      expect(await refusal(restore(video))).toEqual(missing);
    }
    expect(await refusal(restore())).toEqual({
      code: 'conflict',
      message: 'The captions of this video were not replaced.',
    });
    expect(await find()).toMatchObject({ vtt: talkVtt(), version: shown.version });
    expect(await chaptering.store.collection('transcripts').countDocuments()).toBe(1);
  });

  it('are deleted with their video', async () => {
    await captioned();
    await replace();
    await idle();
    await chaptering.event('upload.video-deleted.v1', about);
    await until(stored, (left) => left === null);
    const set = await chaptering.store.collection('chaptersets').findOne({});
    expect(set).not.toHaveProperty('uploadedCaptions');
  });
});

function codeAndMessage(error: unknown) {
  const { code, message } = error as { code: string; message: string };
  return { code, message };
}
