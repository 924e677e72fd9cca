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

/** A part of `libs/rpc` that makes calls for the services that use it. */
const shared = { file: '/libs/rpc/src/video-owners.ts', name: 'VideoOwners' };

/** The service of a source; undefined outside of services. */
function serviceOf({ fileName }: ts.SourceFile): string | undefined {
  if (fileName.includes('/libs/site/src/')) return 'gateway';
  return /\/libs\/services\/([^/]+)\/src\//.exec(fileName)?.[1];
}

test('the callers of each rpc are the services that make it', () => {
  const found = Object.fromEntries(Object.keys(rpcCallers).map((path) => [path, new Set<string>()]));
  const program = programOfServices();
  const checker = program.getTypeChecker();
  const sources = program.getSourceFiles();
  const users = sources
    .filter(({ text }) => text.includes(shared.name))
    .flatMap((each) => serviceOf(each) ?? []);
  for (const source of sources) {
    const isShared = source.fileName.endsWith(shared.file);
    const services = isShared ? users : [serviceOf(source)].filter((service) => service !== undefined);
    const visit = (node: ts.Node): void => {
      const path = ts.isPropertyAccessExpression(node) ? pathOf(node.name, checker) : undefined;
      for (const service of services)
        if (path !== undefined && !path.startsWith(`/vault.${service}.`)) found[path]?.add(service);
      ts.forEachChild(node, visit);
    };
    if (services.length > 0) visit(source);
  }
  const sorted = (callers: Iterable<string>) => [...callers].sort();
  expect(Object.entries(found).map(([path, callers]) => [path, sorted(callers)])).toEqual(
    Object.entries(rpcCallers).map(([path, callers]) => [path, sorted(callers)]),
  );
});
