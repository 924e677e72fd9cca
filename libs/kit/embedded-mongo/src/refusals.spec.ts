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

  const find = (filter: object, options = {}) => model.collection.find(filter, options).toArray();
  const update = (change: object, options = {}) => model.collection.updateOne({}, change, options);
  const group = (operands: object) => model.aggregate([{ $match: {} }, { $group: operands as never }]);
  const refusals: [string, () => unknown][] = [
    ['$expr', () => find({ $expr: { $eq: ['$a', 1] } })],
    ['$nor', () => find({ $nor: [{ a: 1 }] })],
    ['$nin', () => find({ a: { $nin: [1] } })],
    ['$not', () => find({ a: { $not: { $gt: 1 } } })],
    ['$elemMatch', () => find({ a: { $elemMatch: { $gt: 1 } } })],
    ['$type', () => find({ a: { $type: 'string' } })],
    ['$regex', () => find({ a: { $regex: '^a' } })],
    ['$options "m"', () => find({ a: { $regex: 'a', $options: 'm' } })],
    ['BSON type BSONRegExp', () => find({ a: /a/ })],
    ['BSON type Decimal128', () => find({ a: file.mongoose.mongo.Decimal128.fromString('1') })],
    ['option collation', () => find({}, { collation: { locale: 'de' } })],
    ['option hint', () => model.find().hint({ a: 1 }).exec()],
    ['skip of -2', () => find({}, { skip: -2 })],
    ['limit of 1.5', () => find({}, { limit: 1.5 })],
    ['$meta', () => find({}, { sort: { a: { $meta: 'textScore' } } })],
    ['sort by a position of an array', () => find({}, { sort: { 'a.0': 1 } })],
    ['$', () => find({}, { projection: { 'a.$': 1 } })],
    ['$slice', () => find({}, { projection: { a: { $slice: 1 } } })],
    ['$mul', () => update({ $mul: { n: 2 } })],
    ['$position', () => update({ $push: { a: { $each: [2], $position: 0 } } })],
    ['$pull', () => update({ $pull: { a: { $gt: 0 } } })],
    ['$[]', () => update({ $inc: { 'a.$[]': 1 } })],
    ['option arrayFilters', () => update({ $set: { n: 2 } }, { arrayFilters: [{ x: 1 }] })],
    ['update with an aggregation pipeline', () => update([{ $set: { n: 2 } }])],
    ['$sort', () => model.aggregate([{ $sort: { n: 1 } }])],
    ['$lookup', () => model.aggregate([{ $match: {} }, { $lookup: { from: 'x', as: 'y', pipeline: [] } }])],
    ['$avg', () => group({ _id: '$n', x: { $avg: '$n' } })],
    ['$add', () => group({ _id: '$n', x: { $sum: { $add: [1, 2] } } })],
    ['$a', () => group({ _id: '$a' })],
    ['text index', () => model.collection.createIndex({ a: 'text' }, {}, {})],
    ['wildcard index', () => model.collection.createIndex({ '$**': 1 }, {}, {})],
    [
      'index option partialFilterExpression',
      () => model.collection.createIndex({ a: 1 }, { partialFilterExpression: { n: 1 } }, {}),
    ],
    ['startSession', () => file.connection.startSession()],
    ['startSession', () => file.connection.transaction(() => Promise.resolve())],
    ['a filter of listCollections', () => file.connection.db!.listCollections({ name: 'a' }).toArray()],
    ['bulkWrite', () => model.collection.bulkWrite([])],
    ['insertMany', () => model.collection.insertMany([{ n: 1 }])],
    ['findOneAndDelete', () => model.collection.findOneAndDelete({})],
    ['distinct', () => model.distinct('a')],
    ['listIndexes', () => model.listIndexes()],
    ['watch', () => model.collection.watch()],
    ['rewind', () => model.collection.find({}).rewind()],
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
