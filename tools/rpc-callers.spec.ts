import { globSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { rpcCallers } from '../libs/contracts/src/rpc.ts';
import { root } from './prepare.mjs';

/** What the compiler knows of the sources of all services: it finds a call whatever the client is named. The gateway calls for the site. */
function programOfServices(): ts.Program {
  const files = globSync('libs/{services/*,site}/src/**/*.ts', {
    cwd: root,
    exclude: (path) => path.endsWith('.spec.ts') || path.endsWith('testing'),
  });
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram(
    files.map((file) => join(root, file)),
    options,
  );
}

/** The path of an rpc, `/vault.auth.v1.AuthService/Login`, if the name refers to one of a generated definition. */
function pathOf(name: ts.Node, checker: ts.TypeChecker): string | undefined {
  const declared = checker.getSymbolAtLocation(name)?.declarations?.[0];
  const path = declared && checker.getTypeAtLocation(declared).getProperty('path');
  const type = path && checker.getTypeOfSymbol(path);
  return type?.isStringLiteral() && type.value in rpcCallers ? type.value : undefined;
}

test('the callers of each rpc are the services that make it', () => {
  const found = Object.fromEntries(Object.keys(rpcCallers).map((path) => [path, new Set<string>()]));
  const program = programOfServices();
  const checker = program.getTypeChecker();
  for (const source of program.getSourceFiles()) {
    const isOfSite = source.fileName.includes('/libs/site/src/');
    const [, owner] = /\/libs\/services\/([^/]+)\/src\//.exec(source.fileName) ?? [];
    const service = isOfSite ? 'gateway' : owner;
    if (service === undefined) continue;
    const visit = (node: ts.Node): void => {
      const path = ts.isPropertyAccessExpression(node) ? pathOf(node.name, checker) : undefined;
      if (path !== undefined && !path.startsWith(`/vault.${service}.`)) found[path]?.add(service);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  const sorted = (callers: Iterable<string>) => [...callers].sort();
  expect(Object.entries(found).map(([path, callers]) => [path, sorted(callers)])).toEqual(
    Object.entries(rpcCallers).map(([path, callers]) => [path, sorted(callers)]),
  );
});
