import { ScriptedModelServer } from './scripted-model-server.ts';

/** A server with the API of OpenAI's transcriptions. */
export class ScriptedSpeech extends ScriptedModelServer {
  protected override readonly prefix = 'SPEECH';
  /** The raw forms of the requests, which contain the WAV files. */
  readonly requests: Buffer[] = [];
  /** The reply to a request; a number is an error status. */
  reply: () => object | number = () => 503;

  static open(): Promise<ScriptedSpeech> {
    return new ScriptedSpeech().listen();
  }

  protected override answer(body: Buffer): Promise<object | number> {
    this.requests.push(body);
    return Promise.resolve(this.reply());
  }
}
