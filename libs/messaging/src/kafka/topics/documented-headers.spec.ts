import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { createMessage } from '../../commands/create-message.ts';
import { toRecord } from './cloud-event-record.ts';
import { toLetter } from './dead-letter-record.ts';

interface HeaderSchema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly components: {
    readonly schemas: Readonly<Record<'eventHeaders' | 'commandHeaders' | 'outcomeHeaders', HeaderSchema>>;
    readonly messages: Readonly<Record<'dead-letter', { readonly headers: HeaderSchema }>>;
  };
}

const file = new URL('../../../../contracts/asyncapi.yaml', import.meta.url);
const { schemas, messages } = (parse(readFileSync(file, 'utf8')) as Document).components;
const about = { source: 'upload', subject: 'v', data: { videoId: 'v', ownerId: 'ada' } } as const;
const sorted = (names: Iterable<string>) => [...names].sort();

describe('the headers that the AsyncAPI document names', () => {
  it('have every header of an event, a command and an outcome on Kafka', () => {
    const event = toRecord(createMessage({ type: 'upload.video-deleted.v1', ...about }));
    const command = toRecord(
      createMessage({ type: 'upload.delete-video.v1', ...about, deadline: new Date(), replyToken: 'r' }),
    );
    const ended = { commandId: 'c', ok: true };
    const outcome = toRecord(
      createMessage({ type: 'command.outcome.v1', ...about, data: ended, replyToken: 'r' }),
    );
    expect(sorted(Object.keys(outcome.headers))).toEqual(sorted(schemas.outcomeHeaders.required));
    expect(sorted(Object.keys(event.headers))).toEqual(sorted(schemas.eventHeaders.required));
    expect(sorted(Object.keys(command.headers))).toEqual(sorted(schemas.commandHeaders.required));
  });

  it('have the headers of a dead letter besides the headers of its message', () => {
    const headers = { ce_id: 'id' };
    const record = { topic: 't', partition: 0, offset: 1n, key: 'k', value: Buffer.from('{}'), headers };
    const letter = toLetter({ record: record as never, group: 'g', attempts: 1, error: 'no' });
    const own = Object.keys(letter.headers).filter((name) => !(name in headers));
    expect(sorted(own)).toEqual(sorted(Object.keys(messages['dead-letter'].headers.properties)));
  });
});
