import { existsSync, readFileSync } from 'node:fs';
import { messageSchemas, topicOf, type MessageType } from './registry.ts';

const types = Object.keys(messageSchemas) as MessageType[];

/** Messages of released producers: the golden file of a version never changes; a new version gets its own. */
function golden(type: MessageType): unknown {
  const path = new URL(`golden/${type}.json`, import.meta.url);
  if (!existsSync(path)) throw new Error(`${type} has no golden file.`);
  return JSON.parse(readFileSync(path, 'utf8'));
}

describe('messages', () => {
  it.each(types)('%s parses its golden message without losing a field', (type) => {
    expect(messageSchemas[type].parse(golden(type))).toEqual(golden(type));
  });

  it.each(types)('%s refuses a message that lacks a required field', (type) => {
    expect(messageSchemas[type].safeParse({}).success).toBe(false);
  });

  it('are sent on the topic of their owner', () => {
    expect(topicOf('upload.video-ready.v1')).toBe('upload.events');
    expect(topicOf('upload.save-details.v1')).toBe('upload.commands');
    expect(topicOf('chaptering.generate-summary.v1')).toBe('chaptering.commands');
    expect(topicOf('command.outcome.v1')).toBe('command-outcomes');
  });
});
