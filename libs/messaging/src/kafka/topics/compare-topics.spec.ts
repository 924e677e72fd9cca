import { compareTopics } from './ensure-topics.ts';
import { productTopics } from './product-topics.ts';

test('missing topics and those with other partitions are named, all at once', () => {
  const topics = productTopics({ replicationFactor: 1, namespace: 'blue' });
  const present = new Map(topics.map(({ name, partitions }) => [name, { partitions }]));
  expect(compareTopics(topics, present)).toEqual({ missing: [], problems: [] });
  const [first, second, third] = topics.map(({ name }) => name);
  present.set(first!, { partitions: 6 }).set(second!, { partitions: 24 }).delete(third!);
  expect(compareTopics(topics, present)).toEqual({
    missing: [third],
    problems: [
      `The topic ${first!} has 6 partitions, not 12; this cannot be changed.`,
      `The topic ${second!} has 24 partitions, not 12; this cannot be changed.`,
    ],
  });
});
