import { allTopics } from '@vault/contracts';
import { productTopics } from './product-topics.ts';

describe(productTopics, () => {
  it('knows every topic of the contracts', () => {
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

  it('puts the namespace first and asks for two copies where there are three', () => {
    const topics = productTopics({ replicationFactor: 3, namespace: 'blue' });
    expect(topics.map(({ name }) => name)).toContain('blue.upload.events');
    expect(topics.every(({ configs }) => configs?.['min.insync.replicas'] === '2')).toBe(true);
  });
});
