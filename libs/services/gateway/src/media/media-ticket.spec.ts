import fc from 'fast-check';
import { noSession, readTicket, signTicket, type Viewer } from './media-ticket.ts';

const files = { kind: 'video', playbackId: 'abc' } as const;
const key = { id: 'key-1', privateKey: 'a private key', publicKey: '' };
const other = { id: 'key-2', privateKey: 'another private key', publicKey: '' };
const now = new Date('2026-11-28T12:00:00Z');
const secret = 'Hs8-secret_of_128_bits';

const viewers: readonly Viewer[] = [
  { role: 'user', id: 'ada', sessionId: 's-1', within: undefined },
  { role: 'moment', id: secret, sessionId: noSession, within: undefined },
  { role: 'portal', id: 'p', sessionId: secret, within: 'v' },
  { role: 'portal', id: 'p', sessionId: noSession, within: 'v' },
];

describe('a ticket', () => {
  it.each(viewers)('names its viewer %j to whoever has the key, also an older one', (viewer) => {
    const ticket = signTicket(files, viewer, key, now);
    expect(readTicket(ticket, files, [other, key], now)).toEqual(viewer);
    expect(signTicket(files, viewer, key, now)).toBe(ticket);
    expect(() => readTicket(ticket, files, [other], now)).toThrow('Unauthorized');
  });

  it('does not contain the secret of a moment or of a private link', () => {
    for (const viewer of viewers) {
      const ticket = signTicket(files, viewer, key, now);
      expect(ticket).not.toContain(secret);
      const parts = ticket.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
      for (const part of parts)
        expect(part).not.toContain(Buffer.from(secret, 'base64url').toString('latin1'));
    }
  });

  it('keeps any secret', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w-]{1,64}$/), (id) => {
        const viewer: Viewer = { role: 'moment', id, sessionId: noSession, within: undefined };
        expect(readTicket(signTicket(files, viewer, key, now), files, [key], now)).toEqual(viewer);
      }),
    );
  });
});
