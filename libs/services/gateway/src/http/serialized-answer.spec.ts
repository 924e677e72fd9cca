import type { FastifyReply } from 'fastify';
import { answerUnlessKnown, serialize } from './serialized-answer.ts';

describe(answerUnlessKnown, () => {
  const answer = serialize({ status: 'success', data: 'Größe' });

  function ask(ifNoneMatch?: string) {
    const sent: Record<string, unknown> = { status: 200 };
    const reply = {
      header: (name: string, value: string) => (sent[name] = value),
      status: (status: number) => (sent.status = status),
    } as unknown as FastifyReply;
    const body = answerUnlessKnown(
      { headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch } },
      reply,
      answer,
    );
    return { ...sent, body: body?.toString() };
  }

  it('sends the bytes with their tag, which is equal for equal bytes only', () => {
    const type = 'application/json; charset=utf-8';
    const body = '{"status":"success","data":"Größe"}';
    expect(ask()).toEqual({ status: 200, etag: answer.etag, 'content-type': type, body });
    expect(serialize({ status: 'success', data: 'Größe' }).etag).toBe(answer.etag);
    expect(serialize({ status: 'success', data: 'Grösse' }).etag).not.toBe(answer.etag);
  });

  it.each(['TAG', 'W/TAG', '"other", TAG', '*'])('answers 304 to %s', (header) => {
    expect(ask(header.replace('TAG', answer.etag))).toEqual({
      status: 304,
      etag: answer.etag,
      body: undefined,
    });
  });

  it.each(['"other"', '', 'TAG-like'])('sends the bytes to %s', (header) => {
    expect(ask(header)).toMatchObject({ status: 200 });
  });
});
