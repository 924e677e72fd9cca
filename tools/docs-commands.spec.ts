import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appNames, root } from './app-variables.ts';

const pages = globSync(['*.md', '{apps,docs,helm,k8s,libs}/**/*.md'], {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
});
const scriptsOf = (folder: string) =>
  Object.keys(
    (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { scripts?: object }).scripts ??
      {},
  );

/** The commands of a page: code blocks and inline code. */
function commandsIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^```\w*\n([^]*?)^```|^ {4}(.*)$/gm)].map(
    ([, fenced, indented]) => fenced ?? indented ?? '',
  );
  const inline = [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  );
  return [...blocks, ...inline]
    .flatMap((code) => code.split(/\n|&&|[;|]/))
    .map((command) => command.trim().replace(/^(?:[A-Z_]+=\S* +)+/, ''));
}

const commands = pages.flatMap((page) => commandsIn(page).map((command) => [page, command] as const));

test('every documented command works with only Node 20 installed: none calls node or a program of the packages', () => {
  const bare = /^(?:node|nx|jest|tsc|oxlint|prettier|swc) [-\w]/;
  expect(commands.length).toBeGreaterThan(100);
  expect(commands.filter(([, command]) => bare.test(command))).toEqual([]);
});

test('every documented npm script exists', () => {
  const scripts = commands.flatMap(([page, command]) => {
    const [, name, rest = ''] = /^npm run (?:--silent )?([\w:]+)(.*)/.exec(command) ?? [];
    if (name === undefined) return [];
    const workspace = /--workspace @vault\/(\w+)/.exec(rest)?.[1];
    const folders = workspace ? [`apps/${workspace}`] : ['.', page.split('/').slice(0, 2).join('/')];
    return [
      { page, name, isThere: folders.some((each) => each.endsWith('.md') || scriptsOf(each).includes(name)) },
    ];
  });
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter(({ isThere }) => !isThere)).toEqual([]);
});

test('each app that a documented command runs exists', () => {
  const apps = commands.flatMap(([, command]) => /^npm run serve -- ([a-z-]+)/.exec(command)?.slice(1) ?? []);
  expect(new Set(apps).size).toBeGreaterThan(7);
  expect(apps.filter((app) => !appNames.includes(app))).toEqual([]);
});
