import { csvLine } from './csv.ts';

it.each([
  [['a', 'b'], 'a,b'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
  [[-5, 12], '-5,12'],
  [['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'], "'=1+1,'+1,'-1,'@SUM(A1),'\t=1"],
  [['=HYPERLINK("http://eve.example","x")'], '"\'=HYPERLINK(""http://eve.example"",""x"")"'],
  [['', 'a'], ',a'],
])('writes %j', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`);
});
