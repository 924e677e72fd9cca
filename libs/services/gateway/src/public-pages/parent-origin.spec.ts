type ParentOrigin = (named: string | null, referrer: string) => string;
const { parentOrigin } = (await import(new URL('./files/parent-origin.js', import.meta.url).href)) as {
  parentOrigin: ParentOrigin;
};

describe('the target of messages to the embedding page', () => {
  it.each([
    ['https://www.example.com', '', 'https://www.example.com'],
    ['https://www.example.com/page', '', 'https://www.example.com'],
    [null, 'https://www.example.com/page', 'https://www.example.com'],
    [null, '', ''],
    ['*', '', '*'],
    ['null', '', '*'],
    ['x', 'https://www.example.com/', ''],
    ['', '', ''],
    ['data:text/html,x', '', ''],
  ])('for the origin %j and the referrer %j is %j', (named, referrer, target) => {
    expect(parentOrigin(named, referrer)).toBe(target);
  });
});
