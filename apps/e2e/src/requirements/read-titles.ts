import ts from 'typescript';

const testFunctions = new Set(['describe', 'it', 'suite', 'test']);

/** The titles of the tests in a source file, and all arguments of `proves`, also in tables. */
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
  return testFunctions.has(expression.text) && title ? [textOf(title)] : [];
}

/** The literal text below a node, in order, without values known only at run time. */
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
