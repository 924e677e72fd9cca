import { globSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { appNames, root } from './prepare.mjs';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Folders that git ignores: the product writes them. */
const ignored = ['.gitignore', 'apps/bench/.gitignore'].flatMap(
  (path) => read(path).match(/^.+(?=\/$)/gm) ?? [],
);
const files = globSync(['*', '.*', '{apps,deploy,docs,helm,k8s,libs,tools}/**'], {
  cwd: root,
  exclude: (path) => ignored.includes(basename(path)),
});
const pages = files.filter((path) => path.endsWith('.md'));
const scriptsOf = (folder: string) =>
  Object.keys(
    (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { scripts?: object }).scripts ??
      {},
  );

const proseOf = (page: string) => read(page).replaceAll(/^```[^]*?^```/gm, '');
const inlineCodeIn = (page: string) =>
  [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** The commands of a page: code blocks and inline code. */
function commandsIn(page: string): string[] {
  const text = read(page);
  const blocks = [...text.matchAll(/^```\w*\n([^]*?)^```|^ {4}(.*)$/gm)].map(
    ([, fenced, indented]) => fenced ?? indented ?? '',
  );
  return [...blocks, ...inlineCodeIn(page)]
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

// The requirements are the customer's: they name files and links of another product.
const ourPages = pages.filter((page) => !page.startsWith('docs/requirements/'));

/** Whether inline code names a file or folder of the repository. Addresses begin with a slash. */
const isFileName = (code: string) =>
  [
    /^[\w.*<>{},-][\w.*<>{},/-]*(?:\w\.(?:ts|tsx|mjs|js|json|ya?ml|md|proto|sh|tpl|html|css)|[\w>}]\/)$/,
    /^(?:apps|deploy|docs|helm|k8s|libs|tools)\/[\w.*<>{},/-]+$/,
    /^[a-z]+-[a-z-]+(?:\.|\.e2e)?…$/,
  ].some((form) => form.test(code));

/** Matches paths that end with a name of a document: `*`, `<part>`, `{a,b}` and a final `…` stand for other text. */
const patternOf = (name: string) =>
  new RegExp(
    `(?:^|/)${name
      .replaceAll('.', String.raw`\.`)
      .replaceAll(/<[^>]+>|\*+|…/g, '[^/]+')
      .replaceAll(/\{([^}]+)\}/g, (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`)
      .replace(/\/$/, '')}$`,
  );

/** A plain name in the README of a workspace is a file of this workspace; other names may be anywhere. */
function folderOf(page: string, name: string): string {
  const workspace = /^(?:apps\/\w+|libs\/(?:services\/|kit\/)?[\w-]+)\//.exec(page)?.[0];
  return /[*/<]/.test(name.slice(0, -1)) ? '' : (workspace ?? '');
}

test('every file and folder that a document names exists', () => {
  const names = ourPages.flatMap((page) =>
    inlineCodeIn(page)
      .filter((code) => isFileName(code) && !ignored.includes(code.split('/')[0]!))
      .map((name) => ({ page, name })),
  );
  const isMissing = ({ page, name }: { page: string; name: string }) => {
    const pattern = patternOf(name);
    return !files.some((path) => path.startsWith(folderOf(page, name)) && pattern.test(path));
  };
  expect(names.length).toBeGreaterThan(250);
  expect(names.filter(isMissing)).toEqual([]);
});

const links = ourPages.flatMap((page) =>
  [...proseOf(page).matchAll(/\[([^\]]+)\]\((?!\w+:)([^)#]*)#?([^)]*)\)/g)].map(
    ([, text = '', path, heading = '']) => ({
      page,
      text: text.replaceAll(/\s+/g, ' '),
      target: path ? posix.join(posix.dirname(page), path) : page,
      heading,
    }),
  ),
);
const headingsOf = (page: string) =>
  [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

test('every link leads to a file, to one of its headings, and to the file that its text names', () => {
  const isWrong = ({ text, target, heading }: (typeof links)[number]) => {
    const [, name = ''] = /^`(.*)`$/.exec(text) ?? [];
    return (
      !files.includes(target) ||
      (heading !== '' && !headingsOf(target).includes(heading)) ||
      (isFileName(name) && !patternOf(name).test(target))
    );
  };
  expect(links.length).toBeGreaterThan(40);
  expect(links.filter(isWrong)).toEqual([]);
});

describe('decisions', () => {
  const decisions = files.filter((path) => path.startsWith('docs/decisions/')).map((path) => basename(path));
  const numberOf = (decision: string) => Number(decision.slice(0, 4));

  test('are numbered without a gap, and their titles have these numbers', () => {
    const numbers = decisions.map(numberOf).toSorted((a, b) => a - b);
    expect(numbers).toEqual(decisions.map((_, index) => index + 1));
    for (const decision of decisions)
      expect(read(`docs/decisions/${decision}`)).toMatch(new RegExp(`^# ${decision.slice(0, 4)} \\S`));
  });

  test('exist when a file mentions their number, and a link with a number leads to its decision', () => {
    const sources = files.filter((path) => /\.(?:md|tsx?|mjs|ya?ml|tpl|proto|sh)$/.test(path));
    const mentions = sources.flatMap((path) =>
      [...read(path).matchAll(/\bdecisions?\s+(\d+)(?:\]\(\S*\/?(\d{4})-)?/gi)].map(
        ([, number, linked = number]) => ({
          path,
          number: Number(number),
          linked: Number(linked),
        }),
      ),
    );
    expect(mentions.length).toBeGreaterThan(10);
    expect(
      mentions.filter(
        ({ number, linked }) => number !== linked || !decisions.some((each) => numberOf(each) === number),
      ),
    ).toEqual([]);
  });

  test('have no counts of lines, which drift', () => {
    const counts = decisions.flatMap((decision) => [
      ...read(`docs/decisions/${decision}`).matchAll(/\b\d[\d,]* lines\b/g),
    ]);
    expect(counts.map(([text]) => text)).toEqual([]);
  });
});
