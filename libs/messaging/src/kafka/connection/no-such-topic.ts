/** The error for a topic that does not exist. */
export function noSuchTopic(topic: string, cause?: unknown): Error {
  return new Error(`Kafka has no topic ${topic}; the migrate command makes the topics of the product.`, {
    cause,
  });
}
