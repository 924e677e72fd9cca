import { UnsupportedOperatorError } from './index.ts';
import { openEmbeddedFile, type EmbeddedFile } from './testing/embedded-file.ts';
import { filled, type LooseModel } from './testing/loose-model.ts';

describe('what the embedded driver does not do', () => {
  let file: EmbeddedFile;
  let model: LooseModel;
  beforeAll(async () => {
    file = await openEmbeddedFile();
    model = await filled(file, [{ a: [1], n: 1 }]);
  });
  afterAll(() => file.close());

  const refusals: [string, () => unknown][] = [
    ['$expr', () => model.collection.find({ $expr: { $eq: ['$a', 1] } }).toArray()],
    ['$where', () => model.collection.find({ $where: 'true' }).toArray()],
    ['$text', () => model.collection.find({ $text: { $search: 'x' } }).toArray()],
    ['$near', () => model.collection.find({ a: { $near: [1, 2] } }).toArray()],
    ['$bitsAllSet', () => model.collection.find({ a: { $bitsAllSet: 1 } }).toArray()],
    ['$regex /(?i)a/', () => model.collection.find({ a: { $regex: '(?i)a' } }).toArray()],
    ['$regex /\\Aa/', () => model.collection.find({ a: { $regex: '\\Aa' } }).toArray()],
    ['$not', () => model.collection.find({ a: { $not: { $gt: 1, $lt: 5 } } }).toArray()],
    ['option collation', () => model.collection.find({}, { collation: { locale: 'de' } }).toArray()],
    ['option hint', () => model.find().hint({ a: 1 }).exec()],
    ['$meta', () => model.collection.find({}, { sort: { a: { $meta: 'textScore' } } }).toArray()],
    ['sort by a position of an array', () => model.collection.find({}, { sort: { 'a.0': 1 } }).toArray()],
    ['$', () => model.collection.find({}, { projection: { 'a.$': 1 } }).toArray()],
    ['$add', () => model.collection.find({}, { projection: { x: { $add: [1, 2] } } }).toArray()],
    ['$bit', () => model.collection.updateOne({}, { $bit: { n: { and: 1 } } })],
    ['update with an aggregation pipeline', () => model.collection.updateOne({}, [{ $set: { n: 2 } }])],
    ['$currentDate', () => model.collection.updateOne({}, { $currentDate: { n: { $type: 'timestamp' } } })],
    ['$lookup', () => model.aggregate([{ $lookup: { from: 'x', as: 'y', pipeline: [] } }])],
    ['$stdDevPop', () => model.aggregate([{ $group: { _id: null, x: { $stdDevPop: '$n' } } }])],
    ['$toUpper', () => model.aggregate([{ $project: { x: { $toUpper: '$n' } } }])],
    ['text index', () => model.collection.createIndexes([{ key: { a: 'text' } }])],
    ['wildcard index', () => model.collection.createIndexes([{ key: { '$**': 1 } }])],
    [
      'index option collation',
      () => model.collection.createIndexes([{ key: { a: 1 }, collation: { locale: 'de' } }]),
    ],
    ['startSession', () => file.connection.startSession()],
    ['startSession', () => file.connection.transaction(() => Promise.resolve())],
    ['watch', () => Promise.resolve().then(() => model.collection.watch())],
    ['rename', () => Promise.resolve().then(() => model.collection.rename('other'))],
  ];

  it.each(refusals)('%s is refused by name', async (operator, attempt) => {
    const error: unknown = await Promise.resolve()
      .then(attempt)
      .then(() => 'no error')
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnsupportedOperatorError);
    expect((error as UnsupportedOperatorError).operator).toBe(operator);
  });

  it('leaves the data as it was', async () => {
    expect(await model.find().lean()).toEqual([{ _id: 0, a: [1], n: 1 }]);
  });
});
