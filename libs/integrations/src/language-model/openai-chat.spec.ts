import { createLogger } from '@vault/base';
import { ScriptedLanguageModel, type ModelReply } from '../testing/scripted-language-model.ts';
import type { ModelRequest } from '../testing/model-request.ts';
import { writeFromNumberedLines } from '../testing/write-from-numbered-lines.ts';
import { sizeLimitIn } from '../model-server/size-limit.ts';
import { OpenAiTextWriter } from './openai-text-writer.ts';
import { languageModelConfig } from './language-model.config.ts';
import { talk } from './testing/talk.fixture.ts';

const prompt = { system: 'You write for a product page.', user: '' };
const timing = { callMs: 20_000, totalMs: 60_000, backOffMs: 5, maxWaitMs: 200 };
let model: ScriptedLanguageModel;
let writer: OpenAiTextWriter;

beforeEach(async () => {
  model = await ScriptedLanguageModel.start();
  const logger = createLogger({ level: 'silent' });
  writer = new OpenAiTextWriter(languageModelConfig.parse(model.env), logger, timing);
});
afterEach(() => model.stop());

const chaptersOf = async (seconds = 540) => {
  const request = { cues: talk(seconds), durationSeconds: seconds, quoteCount: 2, prompt };
  return (await writer.writeChapters(request)).result;
};
/** Answers as the scripted model does. */
const plain = (request: ModelRequest): ModelReply => ({ says: writeFromNumberedLines(request) });
/** The same in another body. */
const inBody = (
  request: ModelRequest,
  toMessage: (text: string) => object,
  more: object = {},
): ModelReply => {
  const message = toMessage(JSON.stringify(writeFromNumberedLines(request)));
  return { body: JSON.stringify({ choices: [{ index: 0, message }], ...more }) };
};

describe('answers that servers give in other forms', () => {
  it.each<[string, (text: string) => object]>([
    [
      'a list of parts',
      (text) => ({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: '{"chapters":[]}' }] },
          { type: 'text', text },
        ],
      }),
    ],
    ['a list of texts', (text) => ({ content: [text.slice(0, 10), text.slice(10)] })],
    ['a refusal that is empty', (text) => ({ content: text, refusal: '' })],
  ])('%s is read', async (_, toMessage) => {
    model.otherwise = (request) => inBody(request, toMessage);
    expect(await chaptersOf()).toMatchObject({ isByModel: true });
  });

  it.each([null, {}, { prompt_tokens: null, completion_tokens: null }, 'none'])(
    'use as %j is read',
    async (usage) => {
      model.otherwise = (request) => inBody(request, (content) => ({ content }), { usage });
      expect(await chaptersOf()).toMatchObject({ isByModel: true });
    },
  );

  it('an error in an answer that says it succeeded is tried again', async () => {
    const error: ModelReply = { body: '{"error":{"message":"Provider returned error","code":502}}' };
    model.script(error, error);
    expect(await chaptersOf()).toMatchObject({ isByModel: true });
  });
});

describe('a model that knows no system role', () => {
  it.each([
    'System role not supported',
    'Conversation roles must alternate user/assistant/user/assistant/...',
  ])('%s: the instruction begins the first message of the user, from then on at once', async (message) => {
    model.otherwise = (request) =>
      request.messages[0]?.role === 'system' ? { status: 400, error: { message } } : plain(request);
    expect(await chaptersOf()).toMatchObject({ isByModel: true });
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]?.messages[0]?.content).toContain('You write for a product page.');
    await chaptersOf();
    expect(model.requests).toHaveLength(3);
  });
});

const tokensOf = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);

describe('a small model', () => {
  let refused: number;
  beforeEach(() => (refused = 0));
  const limitTo = (context: number, sentence: (prompt: number, wished: number) => string) => {
    model.otherwise = (request) => {
      const sent = tokensOf(request.messages);
      const wished = request.max_tokens ?? request.max_completion_tokens ?? 0;
      if (sent + wished <= context) return plain(request);
      refused += 1;
      return { status: 400, error: { message: sentence(sent, wished), type: 'BadRequestError' } };
    };
  };

  it.each<[string, (prompt: number, wished: number) => string]>([
    [
      'names its size',
      (sent, wished) =>
        `This model's maximum context length is 4096 tokens. However, you requested ${String(sent + wished)} tokens (${String(sent)} in the messages, ${String(wished)} in the completion).`,
    ],
    [
      'names the parameter',
      (sent, wished) =>
        `'max_tokens' or 'max_completion_tokens' is too large: ${String(wished)}. This model's maximum context length is 4096 tokens and your request has ${String(sent)} input tokens`,
    ],
    ['names nothing', () => 'The request exceeds the available context size.'],
  ])('that %s gets as much as it takes, and later texts at once', async (_, sentence) => {
    limitTo(4_096, sentence);
    expect(await chaptersOf()).toMatchObject({ isByModel: true });
    const before = refused;
    expect(before).toBeLessThanOrEqual(6);
    expect(await chaptersOf()).toMatchObject({ isByModel: true });
    // A size that was not named is only known to be smaller.
    expect(refused - before).toBeLessThanOrEqual(1);
  });

  it('gets a long transcript in parts', async () => {
    limitTo(4_096, () => "This model's maximum context length is 4096 tokens.");
    const { isByModel, reason, chapters } = await chaptersOf(3_600);
    expect([isByModel, reason]).toEqual([true, undefined]);
    expect(chapters.at(-1)?.start).toBeGreaterThan(1_800);
  });

  it('that takes nothing of use is not asked for ever: rules write, with the reason, and the setting is wrong', async () => {
    limitTo(500, () => 'maximum context length is 500 tokens');
    expect(await chaptersOf()).toMatchObject({ isByModel: false, reason: 'too-long' });
    expect(model.requests.length).toBeLessThan(20);
    expect(writer.setting.problem).toContain('OPENAI_MODEL');
  });

  it('with short answers gets short answers', async () => {
    model.otherwise = (request) =>
      (request.max_completion_tokens ?? 0) > 4_096
        ? {
            status: 400,
            error: {
              message: 'max_tokens is too large: 8000. This model supports at most 4096 completion tokens',
            },
          }
        : plain(request);
    expect(await chaptersOf()).toMatchObject({ isByModel: true });
    expect(model.requests.map((each) => each.max_completion_tokens)).toEqual([8_000, 4_096]);
  });
});

it.each<[string, object | undefined]>([
  [
    "This model's maximum context length is 4097 tokens, however you requested 4927 tokens",
    { isOfAnswer: false, tokens: 4_097 },
  ],
  ['the request exceeds the available context size', { isOfAnswer: false }],
  [
    '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 3000 `inputs` tokens',
    { isOfAnswer: false, tokens: 4_096 },
  ],
  [
    'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
    { isOfAnswer: true, tokens: 8_192 },
  ],
  ['`max_tokens` must be less than or equal to `8192`', { isOfAnswer: true, tokens: 8_192 }],
  [
    'max_tokens: 8000 > 4096, which is the maximum allowed number of output tokens',
    { isOfAnswer: true, tokens: 4_096 },
  ],
  ['prompt is too long: 210000 tokens > 200000 maximum', { isOfAnswer: false, tokens: 200_000 }],
  [
    'Prompt contains 40000 tokens, too large for model with 32768 maximum context length',
    { isOfAnswer: false, tokens: 32_768 },
  ],
  [
    'The input token count (1050000) exceeds the maximum number of tokens allowed (1048576).',
    { isOfAnswer: false, tokens: 1_048_576 },
  ],
  [
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    undefined,
  ],
  ['Invalid key', undefined],
  ["'json_schema' is not supported", undefined],
])('%s', (message, limit) => {
  const found = sizeLimitIn({ status: 400, message });
  expect(found && JSON.parse(JSON.stringify(found))).toEqual(limit);
});
