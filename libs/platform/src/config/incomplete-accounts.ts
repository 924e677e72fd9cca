/** Problems of accounts that are not complete, such as user names without a password. */
export function incompleteAccounts(isSet: (name: string) => boolean): string[] {
  return [
    ['KAFKA_USERNAME', 'KAFKA_PASSWORD'],
    ['KAFKA_CERT', 'KAFKA_KEY'],
    ['MONGO_USERNAME', 'MONGO_PASSWORD'],
    ['MONGO_CERT', 'MONGO_KEY'],
  ].flatMap((pair) => {
    const [present, missing] = [pair.find(isSet), pair.find((name) => !isSet(name))];
    return present && missing ? [`${missing}: must be set when ${present} is`] : [];
  });
}
