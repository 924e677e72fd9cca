import type { Api } from './api.ts';

/** Reads the stream of events of a page that a user has open. */
export class EventReader {
  text = '';
  hasEnded = false;
  private readonly controller = new AbortController();

  static async open(api: Api): Promise<EventReader> {
    const reader = new EventReader();
    const { user, workspaceId } = api;
    const response = await fetch(new URL('/api/events', api.origin), {
      headers: {
        authorization: `Bearer ${user?.token ?? ''}`,
        ...(workspaceId === undefined ? {} : { 'vault-workspace': workspaceId }),
      },
      signal: reader.controller.signal,
    });
    if (response.status !== 200) throw new Error(`the events answered ${String(response.status)}`);
    void reader.readAll(response);
    return reader;
  }

  close(): void {
    this.controller.abort();
  }

  private async readAll({ body }: Response): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>)
        this.text += decoder.decode(chunk, { stream: true });
    } catch {
      // It was closed.
    }
    this.hasEnded = true;
  }
}
