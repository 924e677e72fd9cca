import { SettingCheck, WrongSetting, type Logger } from '@vault/base';
import { OpenAI } from 'openai';
import { boundedFetchOf } from './bounded-fetch.ts';
import { ServerFault, toServerFault } from './server-fault.ts';

/** A server with OpenAI's API, and the settings by which it is called. */
export interface ModelServer {
  /** In sentences: `language model`. */
  readonly name: string;
  /** What does not work without it, as a sentence without its full stop. */
  readonly loss: string;
  /** Of the names of the settings: `OPENAI`. */
  readonly prefix: string;
  /** The present values: they may change, except the address. */
  readonly settings: () => ModelServerSettings;
  /** Time of a call. */
  readonly callMs: number;
  /** Larger than any valid answer. */
  readonly maxAnswerBytes: number;
  readonly logger: Logger;
}

interface ModelServerSettings {
  readonly key: string | undefined;
  readonly model: string;
  /** A url; OpenAI's by default. */
  readonly address: string | undefined;
}

/**
 * The client of a server, which makes no second try by itself. Checks the key and the model by reading the entry of the
 * model, which costs nothing.
 */
export class ModelServerCheck extends SettingCheck {
  readonly client: OpenAI;
  /** What calls have met and the entry of the model does not show, with the values that were set then. */
  private met: { readonly wrong: WrongSetting; readonly values: string } | undefined;

  constructor(private readonly server: ModelServer) {
    const { name, settings, callMs, maxAnswerBytes, logger } = server;
    const read = () => Object.values<string | undefined>({ ...settings() });
    super({ name, read, logger, attempt: (signal) => this.readModel(signal) });
    this.client = new OpenAI({
      // Read for each call. The SDK refuses an empty one.
      apiKey: () => Promise.resolve(settings().key ?? 'none'),
      // Null, not undefined: the SDK must not read these from the environment, which is not our configuration.
      baseURL: settings().address ?? null,
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      timeout: callMs,
      maxRetries: 0,
      logLevel: 'off',
      fetch: boundedFetchOf(name, maxAnswerBytes),
    });
  }

  /** @returns whether the failure of a call is a wrong setting */
  isWrongBy(fault: ServerFault): boolean {
    const wrong = this.wrongSettingOf(fault);
    if (wrong) this.setWrong(wrong);
    return wrong !== undefined;
  }

  /** A setting that only calls can show, until one succeeds or the values change. @param refusal follows the name of the server */
  setWrongUntilCalled(refusal: string): void {
    const { name, loss } = this.server;
    this.met = { wrong: new WrongSetting(`${loss}: the ${name} ${refusal}.`), values: this.values };
    this.setWrong(this.met.wrong);
  }

  /** A call of the product has succeeded. */
  setCalled(): void {
    this.met = undefined;
    this.setRight();
  }

  private get values(): string {
    return JSON.stringify(this.server.settings());
  }

  private async readModel(signal: AbortSignal): Promise<void> {
    const { settings, name } = this.server;
    if (this.met?.values === this.values) throw this.met.wrong;
    try {
      await this.client.models.retrieve(settings().model, { signal });
    } catch (error) {
      const fault = toServerFault(error, name);
      // Not every server has entries of models.
      const isKnown = fault.facts.status !== 404 || fault.facts.code === 'model_not_found';
      throw (isKnown ? this.wrongSettingOf(fault) : undefined) ?? fault;
    }
  }

  private wrongSettingOf(fault: ServerFault): WrongSetting | undefined {
    const { name, loss, prefix } = this.server;
    const refusal = fault.refusalOf(prefix);
    return refusal === undefined ? undefined : new WrongSetting(`${loss}: the ${name} ${refusal}.`);
  }
}
