/** The layers of the house: imports go one way. `tools/boundaries.spec.ts` proves that these rules bite. */
const kit = '^libs/kit/';

/** Each of these imports only earlier ones, and the kit. */
const packages = [
  'contracts',
  'base',
  'messaging',
  'store',
  'rpc',
  'identity',
  'platform',
  'integrations',
  'site',
  'services',
];

/**
 * Each folder of a package imports only earlier ones. The files at its root come last, unless `.` has another place:
 * what all folders need is in the first one.
 */
const folders = {
  'libs/base/src': [
    'errors',
    'addresses',
    'tracing',
    'logging',
    'config',
    'injection',
    'scheduling',
    'health',
    'testing',
  ],
  'libs/messaging/src': [
    'events',
    'embedded',
    ...['kafka/connection', 'kafka/topics', 'kafka/groups', 'kafka'],
    'commands',
    'testing',
  ],
  'libs/platform/src': [
    'config',
    'tracing',
    'http',
    'metrics',
    'infrastructure',
    'upgrade',
    'host',
    'testing',
  ],
  'libs/store/src': ['connection', 'documents', 'deletions', 'outcomes'],
  'libs/services/auth/src': [
    'config',
    'domain',
    'one-time-tokens',
    'users',
    'mail',
    'sessions',
    'tokens',
    'email-change',
    'passwords',
    'accounts',
    'mail-delivery',
  ],
  'libs/services/admin/src': [
    'config',
    'domain',
    'audit-entries',
    'staff-records',
    'sessions',
    'actions',
    'audit',
    'users',
    'videos',
    'staff',
  ],
  'libs/contracts/src': [
    'common',
    'text',
    'rules',
    'routes/fields',
    'routes',
    'messages',
    'openapi',
    'openapi/document',
  ],
  'libs/identity/src': ['keys', 'passwords', 'tries', 'sessions', 'sso'],
  'libs/rpc/src': ['security', 'calls', 'client', 'server', '.', 'testing'],
  'libs/services/chaptering/src/domain': ['chapters', 'transcript', 'glossary', 'mending', 'jobs', 'prompts'],
  'libs/services/chaptering/src': [
    'config',
    'domain',
    'chapter-sets',
    'model-use',
    'operations',
    'transcripts',
    'glossary',
    'chapters',
    'generation',
    'owners',
  ],
  'libs/services/clip/src': ['domain', 'videos', 'clips'],
  'libs/services/gateway/src': [
    'config',
    'http',
    'docs',
    'sessions',
    'routes',
    'media',
    'webhooks',
    'events',
    'settings',
    'videos',
    'auth',
    'clips',
    'moments',
    'portals',
    'glossary',
    'operations',
    'search',
    'account',
    'chapters',
    'staff',
  ],
  'libs/services/portal/src': ['domain', 'moments', 'portals'],
  'libs/services/search/src': ['config', 'domain', 'videos', 'libraries', 'indexing'],
  'libs/site/src': ['config', 'html', 'files', 'pages', 'cards', 'logos', 'moments', 'portals'],
  'libs/services/upload/src': ['domain', 'quota', 'videos'],
  'libs/kit/media/src': [
    'common',
    'tools',
    'containers',
    'probing',
    'contents',
    'sound',
    'packaging',
    'pictures',
  ],
  'libs/kit/video-engine/src': [
    'common',
    'catalogue',
    'uploads',
    'presentation',
    'webhooks',
    'assets',
    'jobs',
    'lifecycle',
    ...['http/answers', 'http/delivery', 'http/rest', 'http'],
  ],
  'libs/kit/speech/src': ['sound', 'words'],
  'libs/kit/webvtt/src': ['cues', 'reading'],
  'libs/kit/chapter-engine/src': ['language', 'transcript', 'segmentation', 'quotes', 'titles'],
  'libs/kit/embedded-mongo/src': ['errors', 'values', 'query', 'storage', 'update', 'planning', 'client'],
  'apps/bench/src': ['measuring', 'processes', 'product', 'benchmarks'],
  'apps/e2e/src/testing': ['shared', 'api', 'stores', 'product', 'browser'],
  'apps/migrate/src': ['common', 'move', 'move-media', 'repair/rules', 'repair'],
};

/**
 * Rules for an ordered list of folders in `root`: a folder may import only the folders before it. A file belongs to the
 * innermost folder that is listed; `.` means the files directly in `root`. Tests may import everything.
 *
 * `*` in `root` stands for any one folder, which must be the same in both files.
 */
function ordered(root, folders) {
  const pathOf = (folder, base) => {
    if (folder === '.') return `^${base}/[^/]+$`;
    const inner = folders.filter((other) => other.startsWith(`${folder}/`));
    const others = inner.map((other) => `(?!${other.slice(folder.length + 1)}/)`);
    return `^${base}/${folder}/${others.join('')}`;
  };
  return folders.slice(0, -1).map((folder, place) => ({
    name: `order-of-${root}/${folder}`,
    comment: folders.join(' < '),
    severity: 'error',
    from: {
      path: pathOf(folder, root.replace('*', '([^/]+)')),
      pathNot: ['\\.spec\\.tsx?$', ...(root.endsWith('/testing') ? [] : ['/testing/'])],
    },
    to: { path: folders.slice(place + 1).map((later) => pathOf(later, root.replace('*', '$$1'))) },
  }));
}

export default {
  forbidden: [
    {
      name: 'kit-uses-only-kit',
      comment: 'A part of the kit knows nothing of this product.',
      severity: 'error',
      from: { path: kit },
      to: { path: '^(apps|libs)/', pathNot: kit },
    },
    ...ordered('libs', packages),
    {
      name: 'libraries-below-apps',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'tools-below-apps',
      comment:
        'Apps may use tools. What checks apps, such as their variables, is in deploy/spec and helm/spec.',
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: '^apps/' },
    },
    {
      name: 'services-never-meet',
      comment: 'Services meet in contracts: over gRPC and messages.',
      severity: 'error',
      from: { path: '^libs/services/([^/]+)/' },
      to: { path: '^(apps/|libs/services/)', pathNot: '^libs/services/$1/' },
    },
    {
      name: 'web-sees-contracts-and-kit',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^(apps|libs)/', pathNot: '^(apps/web|libs/contracts|libs/kit)/' },
    },
    {
      name: 'web-has-no-rpc',
      comment: 'The generated calls are for servers.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^libs/contracts/src/(generated|rpc)' },
    },
    {
      name: 'outside-sdks-in-their-adapters',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '(^libs/integrations/|\\.spec\\.ts$|/testing/|^apps/e2e/)' },
      to: { path: 'node_modules/(@mux/mux-node|openai|nodemailer)/' },
    },
    {
      name: 'kafka-client-in-its-adapter',
      comment: 'One file, so that another client can take its place.',
      severity: 'error',
      from: {
        path: '^(apps|libs)/',
        pathNot:
          '(^libs/messaging/src/kafka/connection/(kafka-client|kafkajs-repairs|record-admin)\\.ts$|\\.spec\\.ts$|^apps/(e2e|bench)/)',
      },
      to: { path: 'node_modules/kafkajs/' },
    },
    {
      name: 'domain-stands-alone',
      comment: 'Rules of the product are pure: specs of a domain folder need no server, clock or store.',
      severity: 'error',
      from: { path: '^libs/services/([^/]+)/src/domain/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(apps|libs)/', pathNot: '^libs/(contracts/|kit/|services/$1/src/domain/)' },
    },
    {
      name: 'features-never-meet',
      comment: 'A page puts features together.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    ...Object.entries(folders).flatMap(([root, names]) =>
      ordered(root, names.includes('.') ? names : [...names, '.']),
    ),
    ...ordered('apps/web/src', [
      'strings',
      ...['lib/state', 'lib/format', 'lib/text', 'lib/browser', 'lib/video', 'lib'],
      'theme',
      'store',
      ...['api/http', 'api/session', 'api', 'api/staff'],
      ...['components/ui', 'components/ui/fields', 'components/ui/dialogs', 'components/ui/toasts'],
      ...['components/account', 'components/video', 'components/generation', 'components/player'],
      ...['components/admin', 'components/admin/list', 'components'],
      'features',
      ...['layouts', 'layouts/admin'],
      ...['pages', 'pages/admin'],
      'app',
      '.',
      'testing',
    ]),
    ...ordered('apps/web/src/features/*', ['api', 'model', 'components/prompts', 'components']),
    {
      name: 'no-circles',
      severity: 'error',
      from: { pathNot: 'node_modules' },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^(apps|libs)/.*/dist/|libs/contracts/src/generated/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['@vault/source', 'import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
