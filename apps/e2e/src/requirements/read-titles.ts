import ts from 'typescript';

const ofTests = new Set(['describe', 'it', 'suite', 'test']);

/** The titles of the tests in a source, and what is told to `proves`, wherever a table keeps it. */
export function readTitles(source: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) titles.push(...titlesOf(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('tests.ts', source, ts.ScriptTarget.Latest));
  return titles;
}

function titlesOf({ expression, arguments: given }: ts.CallExpression): string[] {
  if (!ts.isIdentifier(expression)) return [];
  if (expression.text === 'proves') return given.map(textOf);
  const [title] = given;
  return ofTests.has(expression.text) && title ? [textOf(title)] : [];
}

/** All that is written out below a node, in its order; what is only known at run time is left out. */
function textOf(node: ts.Node): string {
  const pieces: string[] = [];
  const visit = (each: ts.Node): void => {
    if (ts.isStringLiteralLike(each) || ts.isTemplateHead(each) || ts.isTemplateMiddleOrTemplateTail(each))
      pieces.push(each.text);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return pieces.join(' ');
}
