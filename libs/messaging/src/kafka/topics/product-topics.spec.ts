import { allTopics, tombstoneMs } from '@vault/contracts';
import { productTopics } from './product-topics.ts';

describe(productTopics, () => {
  it('includes every topic of the contracts', () => {
    const topics = productTopics({ replicationFactor: 1 });
    expect(topics.map(({ name }) => name)).toEqual(allTopics());
    expect(topics.every(({ replicationFactor }) => replicationFactor === 1)).toBe(true);
  });

  it('keeps dead letters longest and outcomes shortest', () => {
    const topics = productTopics({ replicationFactor: 1 });
    const byRetention = [...topics].sort((a, b) => a.retentionMs - b.retentionMs);
    expect(byRetention[0]?.name).toBe('command-outcomes');
    expect(byRetention.at(-1)).toMatchObject({
      name: 'dead-letters',
      partitions: 1,
      configs: { 'cleanup.policy': 'compact,delete' },
    });
  });

  it('keeps commands, which contain text of users, for a day, in segments of an hour', () => {
    const commands = productTopics({ replicationFactor: 1 }).filter(({ name }) => name.endsWith('.commands'));
    expect(commands.length).toBeGreaterThan(3);
    for (const { retentionMs, configs } of commands)
      expect([retentionMs, configs]).toEqual([24 * 3_600_000, { 'segment.ms': '3600000' }]);
  });

  it('keeps no event as long as a service remembers what was deleted', () => {
    const events = productTopics({ replicationFactor: 1 }).filter(({ name }) => name.endsWith('.events'));
    expect(events.length).toBeGreaterThan(2);
    for (const { retentionMs } of events) expect(retentionMs).toBeLessThan(tombstoneMs);
  });

  it('adds the namespace and requires two in-sync copies of three', () => {
    const topics = productTopics({ replicationFactor: 3, namespace: 'blue' });
    expect(topics.map(({ name }) => name)).toContain('blue.upload.events');
    expect(topics.every(({ configs }) => configs?.['min.insync.replicas'] === '2')).toBe(true);
  });
});
