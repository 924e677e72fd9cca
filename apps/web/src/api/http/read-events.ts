/** One server-sent event. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Reads a stream of server-sent events until it ends.
 * @param onBytes called whenever something arrives, also a comment
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    onBytes();
    const blocks = (text + decoder.decode(part.value, { stream: true })).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const name = field('event');
      if (name !== undefined) onEvent({ name, data: field('data') ?? '' });
    }
  }
}
