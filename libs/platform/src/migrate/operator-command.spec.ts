import { parseOrder } from './operator-command.ts';

describe(parseOrder, () => {
  it.each<[string, object]>([
    ['dead-letters list', { do: 'list-dead-letters' }],
    ['dead-letters list --group upload', { do: 'list-dead-letters', group: 'upload' }],
    ['dead-letters replay --topic upload.events', { do: 'replay-dead-letters', topic: 'upload.events' }],
    ['dead-letters replay a b', { do: 'replay-dead-letters', ids: ['a', 'b'] }],
    [
      'replay chaptering upload.events 0',
      { do: 'replay', group: 'chaptering', topic: 'upload.events', fromOffset: 0 },
    ],
  ])('reads %s', (words, order) => {
    expect(parseOrder(words.split(' '))).toEqual(order);
  });

  it.each([
    'help',
    'dead-letters',
    'dead-letters drop',
    'dead-letters list x',
    'replay chaptering upload.events',
    'replay chaptering upload.events -1',
    'replay chaptering upload.events 1 2',
    'dead-letters list --all',
  ])('answers %s with what can be asked for', (words) => {
    expect(() => parseOrder(words.split(' '))).toThrow('What can be asked for:');
  });

  it('names what services add', () => {
    expect(() => parseOrder(['help'], [{ usage: '  staff list' }])).toThrow(/replay GROUP[^]*staff list/);
    expect(() => parseOrder(['--all'], [{ usage: '  staff list' }])).toThrow(/replay GROUP[^]*staff list/);
  });
});
