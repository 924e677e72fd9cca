import { allTopics, topicOf } from './registry.ts';

describe(allTopics, () => {
  it('lists the topics of all messages and the dead letters, each once', () => {
    expect(allTopics()).toEqual([
      'admin.commands',
      'audit-entries',
      'auth.commands',
      'auth.events',
      'chaptering.commands',
      'chaptering.events',
      'clip.commands',
      'command-outcomes',
      'dead-letters',
      'portal.commands',
      'portal.events',
      'search.commands',
      'upload.commands',
      'upload.events',
    ]);
  });
});

describe(topicOf, () => {
  it.each([
    ['upload.delete-video.v1', 'upload.commands'],
    ['command.outcome.v1', 'command-outcomes'],
  ] as const)('maps %s to %s', (type, topic) => {
    expect(topicOf(type)).toBe(topic);
  });
});
