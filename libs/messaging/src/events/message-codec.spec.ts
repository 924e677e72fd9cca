import fc from 'fast-check';
import { InvalidMessageError, PoisonMessageError } from './event-errors.ts';
import { decodeMessage, encodeMessage, requireName } from './message-codec.ts';
import { makeMessage } from './contract/make-message.ts';

describe('message codec', () => {
  it('round-trips any JSON data', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const message = makeMessage('a', data);
        expect(decodeMessage(encodeMessage(message))).toEqual(JSON.parse(JSON.stringify(message)));
      }),
    );
  });

  it('rejects any text that is not a message with PoisonMessageError only', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(() => decodeMessage(text)).toThrow(PoisonMessageError);
      }),
    );
  });

  it.each(['id', 'type', 'source', 'time', 'subject', 'correlationid'])('requires %s', (attribute) => {
    const rest = { ...makeMessage('a'), [attribute]: undefined };
    expect(() => encodeMessage(rest)).toThrow(`has no "${attribute}"`);
    expect(() => decodeMessage(JSON.stringify(rest))).toThrow(`has no "${attribute}"`);
  });

  it('counts bytes, not characters', () => {
    expect(() => encodeMessage(makeMessage('a', 'ü'.repeat(600_000)))).toThrow('at most 1000000');
  });

  it('keeps the cause when data cannot be JSON', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const write = () => encodeMessage(makeMessage('a', loop));
    expect(write).toThrow(InvalidMessageError);
    expect(write).toThrow(expect.objectContaining({ cause: expect.any(TypeError) as unknown }) as Error);
  });

  it.each(['', 'a/b', 'ä', 'x'.repeat(250)])('refuses %p as a name', (name) => {
    expect(() => requireName('topic', name)).toThrow(InvalidMessageError);
  });
});
