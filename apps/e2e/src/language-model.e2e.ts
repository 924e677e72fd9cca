import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Operation, VideoRecord } from '@vault/contracts';
import type { Answer, Api, Envelope } from './testing/api.ts';
import { assertSound } from './testing/assert-sound.ts';
import { readCues } from './testing/cues.ts';
import type { Product } from './testing/product.ts';
import { proves } from './testing/proves.ts';
import { quoteText } from './testing/quote-text.ts';
import { ScriptedModel } from './testing/scripted-model.ts';
import { uploadVideo } from './testing/send-file.ts';
import { startProduct } from './testing/start-product.ts';
import type { Row } from './testing/stored-data.ts';
import { briefTalk } from './testing/talk.ts';
import { until } from './testing/until.ts';

type Written = Envelope & { readonly data: VideoRecord; readonly operation: Operation };

/** With a language model that says, late or never, what a test wants: whatever it does, nobody loses words or tokens. */
describe('a language model that writes', () => {
  let product: Product;
  let model: ScriptedModel;
  let api: Api;
  let id: string;

  before(async () => {
    model = await ScriptedModel.open();
    product = await startProduct({ env: model.env });
    api = product.api();
    await api.register();
    const { session } = await uploadVideo(api, briefTalk(), 'Pricing');
    id = session.id;
  });
  after(async () => {
    await product.end();
    await model.close();
  });

  const call = (what: string, body: object = {}) =>
    api.send('POST', `/api/muxupload/${what}`, { body: { passthrough: id, ...body } });
  const updateQuote = (newQuotePrompt: string) =>
    call('update-quote', { start: '00:00:00', end: '10:00:00', selIndex: 0, newQuotePrompt });
  const written = ({ status, json, text }: Answer): Written => {
    assert.equal(status, 200, text.slice(0, 300));
    return json as Written;
  };
  const operations = async (): Promise<Row[]> =>
    (await product.stored().documents('chaptering'))['operations'] ?? [];
  const stored = async (operationId: string): Promise<Row> =>
    (await operations()).find(({ _id }) => _id === operationId)!;
  /** Waits until the tokens of all that was written are settled. @returns what is left */
  const balance = async (): Promise<number> => {
    const account = async () => (await product.stored().documents('auth'))['token_accounts']?.[0];
    const settled = await until('all tokens to be settled', async () => {
      const found = await account();
      return found && (found['reservations'] as unknown[]).length === 0 && found;
    });
    return Number(settled['granted']) + Number(settled['added']);
  };

  it('who talks nonsense is not believed: the video has its chapters, with true quotes', async () => {
    const { vtt, chapters } = await api.untilReady(id);
    assert.ok(model.requests.length >= 1, 'it was asked');
    const said = readCues(vtt!)
      .map(({ text }) => text)
      .join(' ');
    assert.equal(chapters[0]!.start, '00:00:00');
    for (const { title, summary, quote } of chapters) {
      assert.ok(title !== '' && summary !== '');
      for (const each of quote) assert.ok(said.includes(quoteText(each)), quoteText(each));
    }
    for (const { text, messages } of model.requests) {
      const video = await api.video(id);
      for (const secret of [api.user!.id, api.user!.email, id, video.uploadId, video.assetId])
        assert.ok(!text.includes(secret), 'it is told nothing of whom it writes for');
      // What is said in a recording gives no orders.
      for (const { role, content } of messages)
        if (role === 'system') assert.ok(!JSON.stringify(content).includes('fastest lever'));
    }
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
      // The account is there once somebody has spent something.
      written(await updateQuote('About levers'));
      const before = await balance();
      const { operation } = written(await updateQuote('About quarters'));
      const { system_message: system, user_message: user, result } = operation;
      assert.match(system, /^Prefer numbers\./);
      for (const rule of [/JSON array/, /HH:MM:SS/, /two seconds before/, /exactly two|exactly 2/i])
        assert.match(system, rule);
      assert.equal(user, 'About quarters');
      const asked = model.requests.at(-1)!.text;
      assert.ok(asked.includes('Prefer numbers.') && asked.includes('About quarters'));
      const spent = Math.round((system.length + user.length) / 4) + Math.round(result.length / 4);
      assert.equal(before - (await balance()), spent);
    },
  );

  it('two who ask at once ask once: one operation, one charge', async () => {
    const held = model.hold();
    const before = (await operations()).length;
    const first = call('re-generate-chapter');
    await held.asked;
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
    held.letGo();
    const [one, other] = (await Promise.all([first, second])).map(written);
    assert.equal(one!.operation.id, other!.operation.id);
    assert.deepEqual(one!.data.chapters, other!.data.chapters);
    assert.equal((await operations()).length, before + 1);
  });

  it('what somebody writes while it thinks is theirs, and they are told', async () => {
    const held = model.hold();
    const late = updateQuote('About levers');
    await held.asked;
    const { chapters, version } = await api.video(id);
    const edited = [
      { ...chapters[0]!, title: 'My own', quote: ['Written meanwhile.'] },
      ...chapters.slice(1),
    ];
    await api.ask('PATCH', '/api/muxupload/save', { passthrough: id, chapters: edited, version });
    held.letGo();
    const { operation, data } = written(await late);
    assert.match(operation.msg, /^[A-Z].+\.$/);
    assert.deepEqual(data.chapters[0]!.quote, ['Written meanwhile.']);
    assert.equal((await api.video(id)).chapters[0]!.title, 'My own');
    // Asked for after the edit, it may take the place of it.
    const { data: again } = written(await updateQuote('About levers'));
    assert.notDeepEqual(again.chapters[0]!.quote, ['Written meanwhile.']);
    assert.equal(again.chapters[0]!.title, 'My own');
  });

  it('one that is down says so, and costs nothing', async () => {
    const before = await balance();
    model.reply = () => 500;
    const { status, json } = await updateQuote('About levers');
    assert.equal(status, 503);
    assert.match(json!.msg!, /^[A-Z].+\.$/);
    assert.deepEqual((await api.video(id)).operations, []);
    assert.equal(await balance(), before);
    model.reply = () => 'Let us rather talk about the weather.';
  });

  it('the product is killed while it is asked: there is one result and one charge, and all is sound', async () => {
    const held = model.hold();
    const count = (await operations()).length;
    const before = await balance();
    const lost = call('re-generate-chapter').catch(() => undefined);
    await held.asked;
    const [running] = (await api.video(id)).operations;
    const { chapters } = await api.video(id);
    await product.kill();
    await lost;
    held.letGo();
    await product.start();
    const told = await until('the operation to end', async () => {
      const { data } = (await api.send('GET', `/api/muxupload/operations/${running!.id}`)).json ?? {};
      return (data as Operation | undefined)?.state === 'done' && (data as Operation);
    });
    assert.equal((await operations()).length, count + 1);
    const { tokensSent, tokensReceived } = await stored(told.id);
    assert.equal(before - (await balance()), Number(tokensSent) + Number(tokensReceived));
    assert.equal((await api.video(id)).chapters.length, chapters.length);
    await assertSound(product);
  });
});
