import fc from 'fast-check';
import { BSON, toExactValue, type BsonValue } from './bson.ts';
import { compareValues } from './compare-values.ts';
import { orderKey } from './order-key.ts';

const { Long, ObjectId, Double } = BSON;

const sign = (order: number): number => Math.sign(order) + 0;
const key = (value: unknown): Buffer => orderKey(toExactValue(value));

describe('orderKey', () => {
  it('orders doubles as numbers', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (left, right) => {
        expect(sign(Buffer.compare(key(left), key(right)))).toBe(left === right ? 0 : left < right ? -1 : 1);
      }),
    );
  });

  it('orders longs exactly, past what a double holds, and beside doubles', () => {
    const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(long, fc.bigInt({ min: -3n, max: 3n }), (base, step) => {
        const other = BigInt.asIntN(64, base + step);
        const expected = base === other ? 0 : base < other ? -1 : 1;
        expect(sign(Buffer.compare(key(Long.fromBigInt(base)), key(Long.fromBigInt(other))))).toBe(expected);
        const near = Number(base);
        const toDouble = BigInt(near) === base ? 0 : base < BigInt(near) ? -1 : 1;
        expect(sign(Buffer.compare(key(Long.fromBigInt(base)), key(new Double(near))))).toBe(toDouble);
      }),
    );
  });

  it('orders text by its bytes, zero bytes included', () => {
    const text = fc.string({ unit: fc.constantFrom('\u0000', '\u0001', 'a', 'b', 'é', '𝄞', '\u00ff') });
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(sign(Buffer.compare(key(left), key(right)))).toBe(
          sign(Buffer.compare(Buffer.from(left), Buffer.from(right))),
        );
      }),
    );
  });

  it('is a prefix of no other key, so that keys can be joined', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.integer(),
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        tie('list'),
        tie('record'),
      ),
      list: fc.array(tie('any'), { maxLength: 3 }),
      record: fc.dictionary(fc.constantFrom('a', 'b', 'ab'), tie('any'), { noNullPrototype: true }),
    })).any;
    fc.assert(
      fc.property(value, value, (left, right) => {
        const [a, b] = [key(left), key(right)];
        fc.pre(!a.equals(b));
        expect(b.subarray(0, a.length).equals(a)).toBe(false);
      }),
    );
  });

  it('agrees with compareValues on every pair, and knows the order of types', () => {
    const values = [
      ...[null, Number.NaN, -1, 0, 1.5, 2, 'a', {}, { a: 1 }, [], [1], Buffer.from('x')],
      ...[new ObjectId('0'.repeat(24)), false, true, new Date(0)],
    ].map((value) => toExactValue(value) as BsonValue);
    for (const [i, left] of values.entries()) {
      for (const [j, right] of values.entries()) expect(sign(compareValues(left, right))).toBe(sign(i - j));
    }
  });
});
