import { ShareCards } from './share-cards.ts';

const card = { heading: 'A talk', isQuote: false, source: '', detail: '', chapters: [], duration: 0 };

describe(ShareCards, () => {
  it('refuses more cards of a visitor who wants many, and draws those of others', async () => {
    const cards = await ShareCards.load('no-such-folder');
    const many = Array.from({ length: 60 }, () => cards.draw(card, 'many'));
    const others = ['one', 'two', 'three'].map((visitor) => cards.draw(card, visitor));
    const outcomes = await Promise.allSettled(many);
    const refusals = outcomes.filter(({ status }) => status === 'rejected');
    expect(refusals).toHaveLength(55);
    expect(refusals[0]).toMatchObject({ reason: { code: 'too-many-requests', retryAfterMs: 5_000 } });
    for (const picture of await Promise.all(others)) expect(picture.readUInt32BE(16)).toBe(1_200);
  });
});
