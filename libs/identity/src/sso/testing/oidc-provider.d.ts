/** What specs use of a package without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  class Grant {
    static find(id: string): Promise<Grant | undefined>;
    constructor(of: { accountId: string; clientId: string });
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Client {
    /** Posts a logout token. */
    backchannelLogout(subject: string, session: string): Promise<void>;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    proxy: boolean;
    readonly Grant: typeof Grant;
    readonly Client: { find(id: string): Promise<Client | undefined> };
    callback(): RequestListener;
    on(event: 'authorization_code.saved', listen: (code: { accountId: string; sid: string }) => void): void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
