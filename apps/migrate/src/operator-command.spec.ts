import { parseOperation } from './operator-command.ts';

describe(parseOperation, () => {
  it.each<[string, object]>([
    ['dead-letters list', { do: 'list-dead-letters' }],
    ['dead-letters list --group upload', { do: 'list-dead-letters', group: 'upload' }],
    ['dead-letters replay --topic upload.events', { do: 'replay-dead-letters', topic: 'upload.events' }],
    ['dead-letters replay a b', { do: 'replay-dead-letters', ids: ['a', 'b'] }],
    [
      'replay chaptering upload.events 0',
      { do: 'replay', group: 'chaptering', topic: 'upload.events', fromOffset: 0 },
    ],
  ])('reads %s', (line, operation) => expect(parseOperation(line.split(' '))).toEqual(operation));

  it.each([
    'help',
    'dead-letters',
    'dead-letters drop',
    'dead-letters list x',
    'replay chaptering upload.events',
    'replay chaptering upload.events -1',
    'replay chaptering upload.events 1 2',
    'dead-letters list --all',
  ])('answers %s with the usage', (line) => {
    expect(() => parseOperation(line.split(' '))).toThrow('Commands:');
  });

  it('lists the commands of services', () => {
    expect(() => parseOperation(['help'], [{ usage: '  staff list' }])).toThrow(/replay GROUP[^]*staff list/);
    expect(() => parseOperation(['--all'], [{ usage: '  staff list' }])).toThrow(
      /replay GROUP[^]*staff list/,
    );
  });
});
