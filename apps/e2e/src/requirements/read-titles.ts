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
  const name = nameOf(expression);
  if (name === 'proves') return given.map(textOf);
  const [title] = given;
  return testFunctions.has(name) && title ? [textOf(title)] : [];
}

/** The name of a called function; `it` also for `it.each(table)(title)`. */
function nameOf(called: ts.Expression): string {
  if (ts.isIdentifier(called)) return called.text;
  const each = ts.isCallExpression(called) ? called.expression : undefined;
  return each && ts.isPropertyAccessExpression(each) ? nameOf(each.expression) : '';
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
