import { ScriptedModelServer } from './scripted-model-server.ts';

/** A request to the language model. */
export interface ModelRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** The name of the requested JSON schema. */
  readonly form: string;
  /** The complete body. */
  readonly text: string;
}

/** The fields of the body that are read. */
interface ChatBody extends Pick<ModelRequest, 'messages'> {
  readonly response_format?: { readonly json_schema?: { readonly name: string } };
}

interface Held {
  /** Resolves with the next request, which is held. */
  readonly requested: Promise<ModelRequest>;
  /** Answers the held requests and all later ones. */
  readonly release: () => void;
}

/** A server with the API of OpenAI's chat completions. */
export class ScriptedModel extends ScriptedModelServer {
  protected override readonly prefix = 'OPENAI';
  /** The product does not wait so long for a second try. */
  protected override readonly headers = { 'retry-after': '60' };
  readonly requests: ModelRequest[] = [];
  /** Makes the reply to a request; a number is an error status. */
  reply: (request: ModelRequest) => string | number = () => 'Let us rather talk about the weather.';
  private released: Promise<void> = Promise.resolve();
  private onRequest: ((request: ModelRequest) => void) | undefined;

  static open(): Promise<ScriptedModel> {
    return new ScriptedModel().listen();
  }

  /** Holds all requests from now on. */
  hold(): Held {
    let release: () => void = () => undefined;
    this.released = new Promise((resolve) => (release = resolve));
    const requested = new Promise<ModelRequest>((resolve) => (this.onRequest = resolve));
    return { requested, release };
  }

  protected override async answer(body: Buffer): Promise<object | number> {
    const text = body.toString();
    const { messages, response_format: format } = JSON.parse(text) as ChatBody;
    const request = { messages, form: format?.json_schema?.name ?? '', text };
    this.requests.push(request);
    this.onRequest?.(request);
    await this.released;
    const reply = this.reply(request);
    return typeof reply === 'number' ? reply : completion(reply);
  }
}

function completion(content: string): object {
  return {
    id: 'scripted',
    object: 'chat.completion',
    created: 0,
    model: 'scripted',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        logprobs: null,
        message: { role: 'assistant', content, refusal: null },
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}
