import { describeAggregation } from './testing/aggregation.contract.ts';
import { describeDocuments } from './testing/documents.contract.ts';
import { describeFilters } from './testing/filters.contract.ts';
import { describeIndexes } from './testing/indexes.contract.ts';
import type { OpenMongoose } from './testing/open-mongoose.ts';
import { describeUpdates } from './testing/updates.contract.ts';

/** The contract of every store behind mongoose: the embedded one and a real server. */
export function describeMongoose(name: string, open: () => Promise<OpenMongoose>): void {
  describe(`mongoose on ${name}`, () => {
    let opened: OpenMongoose;
    beforeAll(async () => {
      opened = await open();
    }, 120_000);
    afterAll(async () => {
      await opened.close();
    });
    const store = (): OpenMongoose => opened;
    describeDocuments(store);
    describeFilters(store);
    describeUpdates(store);
    describeIndexes(store);
    describeAggregation(store);
  });
}
