import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Chapter, Operation, VideoRecord } from '@vault/contracts';
import { ScriptedLanguageModel, type ModelRequest } from '@vault/integrations/testing';
import type { Answer, Api, Envelope } from './testing/api/api.ts';
import { assertConsistent } from './testing/product/assert-consistent.ts';
import { isTimecodeIn, readCues, toSeconds } from './testing/shared/cues.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { findSaid, quoteText } from './testing/shared/quote-text.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { startProduct } from './testing/product/start-product.ts';
import type { Row } from './testing/stores/stored-data.ts';
import { shortTalk } from './testing/api/talk.ts';
import { until } from './testing/shared/until.ts';
import {
  modelAnswer,
  modelChapters,
  modelSummary,
  neverSaid,
  validReply,
} from './testing/product/valid-reply.ts';

type GenerationAnswer = Envelope & { readonly data: VideoRecord; readonly operation: Operation };
type SearchUpdate = Record<'system_message' | 'user_message', string> & { readonly chapters: Chapter[] };

const valid = (request: ModelRequest) => ({ says: validReply(request) });
const nonsense = () => ({ says: 'Let us rather talk about the weather.' });

/** With a scripted language model: valid, invalid, late and missing replies must not lose text or tokens. */
describe('text generation with a language model', () => {
  let product: Product;
  let model: ScriptedLanguageModel;
  let api: Api;
  let id: string;

  before(async () => {
    model = await ScriptedLanguageModel.start();
    model.otherwise = valid;
    product = await startProduct({ env: model.env });
    // Tests of this file count requests or expect a 503.
    product.tries = 1;
    api = product.api();
    await api.register();
    const { session } = await uploadVideo(api, shortTalk(), 'Two lessons');
    id = session.id;
  });
  after(async () => {
    await product.end();
    await model.stop();
  });

  const call = (what: string, body: object = {}) =>
    api.send('POST', `/api/muxupload/${what}`, { body: { passthrough: id, ...body } });
  const updateQuote = (newQuotePrompt: string) =>
    call('update-quote', { start: '00:00:00', end: '10:00:00', selIndex: 0, newQuotePrompt });
  const generated = ({ status, json, text }: Answer): GenerationAnswer => {
    assert.equal(status, 200, text.slice(0, 300));
    return json as GenerationAnswer;
  };
  const operations = async (): Promise<Row[]> =>
    (await product.stored().documents('chaptering'))['operations'] ?? [];
  const stored = async (operationId: string): Promise<Row> =>
    (await operations()).find(({ _id }) => _id === operationId)!;
  /** Waits until all reserved tokens are settled. @returns the balance */
  const balance = async (): Promise<number> => {
    const account = async () => (await product.stored().documents('auth'))['token_accounts']?.[0];
    const settled = await until('all tokens to be settled', async () => {
      const found = await account();
      return found && (found['reservations'] as unknown[]).length === 0 && found;
    });
    return Number(settled['granted']) + Number(settled['added']);
  };

  /** Asserts that all quotes of a chapter occur in it, with timecodes two seconds before. */
  const assertSaid = ({ chapters, vtt }: VideoRecord, n: number) => {
    const [from, to] = [n, n + 1].map((at) => toSeconds(chapters[at]?.start ?? '10:00:00'));
    // Chapters start with a caption, rounded down to whole seconds.
    const own = readCues(vtt!).filter(({ start }) => Math.floor(start) >= from! && Math.floor(start) < to!);
    const transcript = own.map(({ text }) => text).join(' ');
    for (const each of chapters[n]!.quote) {
      const at = findSaid(quoteText(each), transcript);
      assert.ok(at >= 0 && typeof each === 'object', quoteText(each));
      // The caption in which it begins.
      let end = -1;
      const cue = own.find(({ text }) => (end += text.length + 1) > at)!;
      assert.ok(isTimecodeIn(each.timecode, cue), each.timecode);
    }
  };

  it('the chapters, quotes and summary of an upload come from the model; invented quotes are not shown', async () => {
    const video = await api.untilReady(id);
    const { chapters, summary } = video;
    assert.deepEqual(
      chapters.map(({ title, summary: about }) => ({ title, summary: about })),
      modelChapters,
    );
    assert.equal(chapters[0]!.start, '00:00:00');
    assert.equal(summary, modelSummary);
    for (const [n, { quote }] of chapters.entries()) {
      assert.equal(quote.length, 3, 'the default number of quotes');
      assertSaid(video, n);
    }
    assert.equal(model.requests.length, 1, 'one request for a short talk');
    assert.ok(JSON.stringify(validReply(model.requests[0]!)).includes(neverSaid));
    assert.ok(!JSON.stringify(video).includes(neverSaid));
    // The transcript is sent as data, not in the instructions.
    for (const { role, content } of model.requests[0]!.messages)
      assert.equal(/fastest lever/i.test(content), role === 'user' && content.startsWith('Transcript'));
  });

  it(
    proves(
      'Token estimate: characters divided by 4, rounded.',
      "The note says that the LLM calls add the user's Prompt Focus input, that output must be a JSON array, that each quote needs an HH:MM:SS timecode two seconds before the quote begins, and that exactly the chosen number of quotes is extracted.",
    ),
    async () => {
      await api.ask('POST', '/api/muxupload/update-custom-prompt', {
        customPrompt: 'Prefer numbers.',
        quoteCt: 2,
      });
      // The account is created with the first reservation.
      generated(await updateQuote('About levers'));
      const before = await balance();
      const { operation, data } = generated(await updateQuote('About quarters'));
      const { system_message: system, user_message: user, result } = operation;
      assert.match(system, /^Prefer numbers\./);
      for (const rule of [/JSON array/, /HH:MM:SS/, /two seconds before/, /exactly two|exactly 2/i])
        assert.match(system, rule);
      assert.equal(user, 'About quarters');
      const request = model.requests.at(-1)!;
      const text = JSON.stringify(request);
      assert.ok(text.includes('Prefer numbers.') && text.includes('About quarters'));
      const spent = Math.round((system.length + user.length) / 4) + Math.round(result.length / 4);
      assert.equal(before - (await balance()), spent);
      // The chosen number of the model's quotes, unchanged.
      const { quotes: offered } = validReply(request) as { quotes: string[] };
      const quotes = data.chapters[0]!.quote.map(quoteText);
      assert.deepEqual(quotes, offered.slice(1, 3).map(asShown));
      assertSaid(await api.video(id), 0);
    },
  );

  it('has exactly the chosen number of quotes, also if the model offers a real one and an invented one', async () => {
    const { chapters } = await api.video(id);
    const realQuotes = chapters[0]!.quote.map(quoteText);
    model.otherwise = () => ({ says: { quotes: [neverSaid, realQuotes[1]] } });
    const { data } = generated(await updateQuote('About levers'));
    model.otherwise = valid;
    const quotes = data.chapters[0]!.quote.map(quoteText);
    assert.equal(quotes.length, 2);
    assert.ok(quotes.includes(realQuotes[1]!) && !quotes.includes(neverSaid));
    assert.deepEqual(data.chapters.slice(1), chapters.slice(1), 'other chapters are unchanged');
    assertSaid(await api.video(id), 0);
  });

  it("POST /muxupload/update-search | passthrough, selIndex, newSearchPrompt | data.data, data.chapters, system_message, user_message. The 'Final Answer', which is the chapter's search text, is the model's reply", async () => {
    const before = await api.video(id);
    const answer = await call('update-search', { selIndex: 1, newSearchPrompt: 'What about tickets?' });
    const { data, operation } = generated(answer);
    const { chapters, system_message: system, user_message: user } = answer.json as unknown as SearchUpdate;
    assert.equal(chapters[1]!.search, modelAnswer);
    assert.deepEqual(data.chapters, chapters);
    assert.deepEqual((await api.video(id)).chapters, chapters);
    assert.deepEqual(
      chapters.with(1, { ...chapters[1]!, search: before.chapters[1]!.search }),
      before.chapters,
    );
    assert.equal(user, 'What about tickets?');
    assert.deepEqual([operation.system_message, operation.user_message], [system, user]);
    // The request has the chapter's quotes and the video's summary as data, as the page shows.
    const request = model.requests.at(-1)!;
    for (const passage of [modelSummary, ...before.chapters[1]!.quote.map(quoteText)]) {
      assert.ok(system.includes(passage), passage);
      assert.ok(request.messages[1]!.content.includes(passage), passage);
    }
  });

  it('a requested summary is the model’s reply', async () => {
    const summary = 'Once more, in other words.';
    model.otherwise = () => ({ says: { summary } });
    const { data } = generated(await call('generate-summary'));
    assert.equal(data.summary, summary);
    assert.equal((await api.video(id)).summary, summary);
  });

  it('invalid replies are rejected: the video gets chapters with real quotes nevertheless', async () => {
    model.otherwise = nonsense;
    const count = model.requests.length;
    const { data } = generated(await call('re-generate-chapter'));
    assert.equal(model.requests.length, count + 2, 'one request and one retry');
    const { chapters, ...video } = await api.video(id);
    assert.deepEqual(chapters, data.chapters);
    assert.equal(chapters[0]!.start, '00:00:00');
    for (const [n, { title, summary, quote }] of chapters.entries()) {
      assert.ok(title !== '' && summary !== '' && quote.length > 0);
      assertSaid({ chapters, ...video }, n);
    }
    assert.ok(!JSON.stringify(chapters).includes('weather'));
    for (const text of model.requests.map((request) => JSON.stringify(request)))
      for (const secret of [api.user!.id, api.user!.email, id, video.uploadId, video.assetId])
        assert.ok(!text.includes(secret), 'requests contain no data that identifies the user or the video');
  });

  it('two concurrent requests share one operation and one charge', async () => {
    const heldRequest = model.hold();
    const before = (await operations()).length;
    const first = call('re-generate-chapter');
    await heldRequest.requested;
    const second = call('re-generate-chapter');
    const joined = async () => {
      const [running] = (await operations()).filter(
        ({ kind, state }) => kind === 'chapters' && state === 'queued',
      );
      return (running?.['commandIds'] as unknown[] | undefined)?.length === 2;
    };
    await until('the second to join', joined);
    assert.deepEqual(
      (await api.video(id)).operations.map(({ kind }) => kind),
      ['chapters'],
    );
    heldRequest.release();
    const [one, other] = (await Promise.all([first, second])).map(generated);
    assert.equal(one!.operation.id, other!.operation.id);
    assert.deepEqual(one!.data.chapters, other!.data.chapters);
    assert.equal((await operations()).length, before + 1);
  });

  it('an edit made during a generation is kept, and the answer says so', async () => {
    const heldRequest = model.hold();
    const late = updateQuote('About levers');
    await heldRequest.requested;
    const { chapters, version } = await api.video(id);
    const edited = [{ ...chapters[0]!, title: 'My own', quote: ['Edited meanwhile.'] }, ...chapters.slice(1)];
    await api.ask('PATCH', '/api/muxupload/save', { passthrough: id, chapters: edited, version });
    heldRequest.release();
    const { operation, data } = generated(await late);
    assert.match(operation.msg, /^[A-Z].+\.$/);
    assert.deepEqual(data.chapters[0]!.quote, ['Edited meanwhile.']);
    assert.equal((await api.video(id)).chapters[0]!.title, 'My own');
    // A generation that was requested after the edit may replace it.
    const { data: again } = generated(await updateQuote('About levers'));
    assert.notDeepEqual(again.chapters[0]!.quote, ['Edited meanwhile.']);
    assert.equal(again.chapters[0]!.title, 'My own');
  });

  it('an unavailable model gives an error with a message, and costs nothing', async () => {
    const before = await balance();
    // The product does not wait so long for a second try.
    model.otherwise = () => ({ status: 500, headers: { 'retry-after': '60' } });
    const { status, json } = await updateQuote('About levers');
    assert.equal(status, 503);
    assert.match(json!.msg!, /^[A-Z].+\.$/);
    assert.deepEqual((await api.video(id)).operations, []);
    assert.equal(await balance(), before);
    model.otherwise = nonsense;
  });

  it('a kill of the product during a request leads to one result and one charge', async () => {
    const heldRequest = model.hold();
    const count = (await operations()).length;
    const before = await balance();
    const lost = call('re-generate-chapter').catch(() => undefined);
    await heldRequest.requested;
    const [running] = (await api.video(id)).operations;
    const { chapters } = await api.video(id);
    await product.kill();
    await lost;
    heldRequest.release();
    await product.start();
    const ended = await until('the operation to end', async () => {
      const { data } = (await api.send('GET', `/api/muxupload/operations/${running!.id}`)).json ?? {};
      return (data as Operation | undefined)?.state === 'done' && (data as Operation);
    });
    assert.equal((await operations()).length, count + 1);
    const { tokensSent, tokensReceived } = await stored(ended.id);
    assert.equal(before - (await balance()), Number(tokensSent) + Number(tokensReceived));
    assert.equal((await api.video(id)).chapters.length, chapters.length);
    await assertConsistent(product);
  });
});

/** A line as a quote, without a trailing comma, semicolon or colon. */
function asShown(line: string): string {
  return line.replace(/[,;:]$/, '');
}
