/** For a topic that nobody made. */
export function noSuchTopic(topic: string, cause?: unknown): Error {
  return new Error(`Kafka has no topic ${topic}; the migrate command makes the topics of the product.`, {
    cause,
  });
}
