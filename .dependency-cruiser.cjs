/** The import rules of the design, section 3. `npm run check` runs them, and `scripts/import-rules.mjs` sees that they bite. */

const source = '^(main|preload|renderer|shared|practice|hub|test|scripts)/';

/** Whose doors a feature imports (design, section 3; docs/decisions/0023-arrows-between-features.md says why there are two more). */
const used = {
  audit: [],
  settings: [],
  verification: ['audit'],
  documents: ['verification', 'audit'],
  records: ['audit'],
  screening: ['audit'],
  signing: ['documents', 'verification', 'audit'],
  visits: ['signing', 'screening', 'records', 'verification', 'audit'],
  'web-service': ['visits', 'records', 'documents', 'audit'],
  hub: ['web-service'],
};
/** The arrows between the features of the page: one shows a part of the other, and imports that file directly. */
const shown = {
  records: [],
  verification: [],
  screening: [],
  'web-service': [],
  settings: ['screening', 'verification'],
  signing: ['verification'],
  visits: ['records', 'screening', 'signing', 'verification', 'web-service'],
};
const doors = (features) => features.map((feature) => `^main/features/${feature}/${feature}\\.ts$`);

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** An npm package, whether imported for its values or only its types. */
const npm = (names) => ({ path: `(^|/)node_modules/(${names})/` });
const anyPackage = '(^|/)node_modules/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid('no-cycles', 'Two files that need each other are one.', { path: source }, { circular: true }),
    forbid('resolvable', 'An import that leads nowhere.', { path: source }, { couldNotResolve: true }),
    forbid(
      'platform-below-features',
      'Arrows run desktop and cli → app → features → platform → shared.',
      { path: '^main/platform/' },
      { path: '^main/(features|app|cli|desktop|index)' },
    ),
    forbid(
      'features-below-app',
      'A feature knows neither the composition nor who shows it.',
      { path: '^main/features/' },
      { path: '^main/(app|cli|desktop|index)' },
    ),
    forbid(
      'app-below-its-users',
      'The composition knows neither window nor command line.',
      { path: '^main/app/' },
      { path: '^main/(cli|desktop|index)' },
    ),
    forbid(
      'cli-and-desktop-apart',
      'Only the entry knows both.',
      { path: '^main/(cli|desktop)/' },
      { path: '^main/(cli|desktop)/', pathNot: '^main/$1/' },
    ),
    forbid(
      'commands-load-on-use',
      'Every start loads the files of all commands, for the help. What a command needs to run, its run imports.',
      { path: '^main/cli/(run-command\\.ts|commands/[^/]+\\.ts|support/(command|help|personal-values)\\.ts)$' },
      {
        path: ['^(main|shared|practice)/', anyPackage],
        pathNot: [
          '^main/cli/commands/[^/]+\\.ts$',
          '^main/cli/support/(command|exit-codes|interruption|io|personal-values|read-values|table|wrong-use)\\.ts$',
          '^main/platform/(i18n/words|files/disk-problem)\\.ts$',
          '^shared/(errors|domain/local-format|i18n/languages)\\.ts$',
          '^practice/caller/misbehaviours\\.ts$',
        ],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'no-loose-files',
      'main/ has its entry and four folders.',
      { path: source },
      { path: '^main/[^/]+$', pathNot: '^main/index\\.ts$' },
    ),
    forbid(
      'one-door',
      'What is outside of a feature imports its door, <feature>/<feature>.ts. A file that is loaded on demand is named itself.',
      { path: '^main/(app|cli|desktop|index)' },
      { path: '^main/features/', pathNot: doors(Object.keys(used)), dynamic: false },
    ),
    ...Object.entries(used).map(([feature, others]) =>
      forbid(
        `${feature}-uses`,
        `${feature} imports the doors of: ${others.join(', ') || 'none'}.`,
        { path: `^main/features/${feature}/` },
        { path: '^main/features/', pathNot: [`^main/features/${feature}/`, ...doors(others)] },
      ),
    ),
    forbid('no-door-from-inside', 'A door is for the others.', { path: '^main/features/([^/]+)/' }, { path: '^main/features/$1/$1\\.ts$' }),
    forbid(
      'known-feature',
      'A new feature says in `used` whose doors it imports.',
      { path: source },
      { path: '^main/features/', pathNot: Object.keys(used).map((feature) => `^main/features/${feature}/`) },
    ),
    forbid(
      'http-not-imported',
      "An import of node:http loads Node's own undici: `main/features/web-service/http/create-server.ts` has the other way.",
      { path: '^(main|practice|hub)/' },
      { path: '^(node:)?http$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'rules-are-pure',
      'Rules import shared, zod and each other.',
      { path: '^main/features/.+/rules/' },
      { pathNot: ['^shared/', '/rules/', '(^|/)node_modules/zod/'], dependencyTypesNot: ['type-only', 'core'] },
    ),
    forbid('shared-is-pure', 'shared imports zod and itself.', { path: '^shared/' }, { pathNot: ['^shared/', '(^|/)node_modules/(zod)/'] }),
    forbid(
      'renderer-imports-shared',
      'The page shows; it reaches main over the contract only, and has no Node.',
      { path: '^renderer/' },
      {
        path: [
          '^main/',
          '^preload/',
          '^practice/',
          '^hub/',
          '^scripts/',
          '(^|/)node_modules/(electron|keytar|undici|better-sqlite3-multiple-ciphers)/',
        ],
      },
    ),
    forbid('renderer-no-node', 'The page has no Node.', { path: '^renderer/' }, { dependencyTypes: ['core'] }),
    ...Object.entries(shown).map(([feature, others]) =>
      forbid(
        `page-${feature}-shows`,
        `In the page, ${feature} shows parts of: ${others.join(', ') || 'none'}.`,
        { path: `^renderer/features/${feature}/` },
        { path: '^renderer/features/', pathNot: [feature, ...others].map((one) => `^renderer/features/${one}/`) },
      ),
    ),
    forbid(
      'page-known-feature',
      'A feature of the page has the name of one of main, and says in `shown` what it shows of others.',
      { path: '^renderer/' },
      { path: '^renderer/features/', pathNot: Object.keys(shown).map((feature) => `^renderer/features/${feature}/`) },
    ),
    forbid(
      'features-below-the-app',
      'Controls, viewer, words and what several features read know no feature.',
      { path: '^renderer/(components|pdf|i18n|state)/' },
      { path: '^renderer/(features|app)/' },
    ),
    forbid(
      'one-bridge',
      'Only the bridge reads the preload API.',
      { path: '^renderer/', pathNot: '^renderer/bridge' },
      { path: '^preload/' },
    ),
    forbid(
      'preload-is-small',
      'The preload imports electron, the channel names, and types.',
      { path: '^preload/' },
      { pathNot: ['^preload/', '^shared/ipc/channels\\.ts$', '(^|/)node_modules/electron/'], dependencyTypesNot: ['type-only'] },
    ),
    forbid('preload-shared-only', 'Types too come from shared.', { path: '^preload/' }, { path: '^(main|renderer|practice|test)/' }),
    forbid(
      'electron-at-the-edge',
      'The domain does not know Electron (design, section 2.2).',
      {
        path: source,
        pathNot: ['^main/desktop/', '^main/index\\.ts$', '^preload/', '^test/(electron-host|e2e)/', '^test/(support/)?desktop/'],
      },
      npm('electron'),
    ),
    forbid(
      'undici-in-provider',
      'Only provider speaks HTTP to the provider.',
      { path: '^(main|renderer|shared|preload)/', pathNot: '^main/platform/provider/' },
      npm('undici'),
    ),
    forbid(
      'keytar-in-keychain',
      'Only platform/keychain opens the keychain.',
      { path: source, pathNot: ['^main/platform/keychain/', '^test/'] },
      npm('keytar|@github/keytar'),
    ),
    forbid(
      'sqlite-in-storage',
      'Only platform/storage opens databases.',
      { path: source, pathNot: ['^main/platform/storage/', '^test/'] },
      npm('better-sqlite3-multiple-ciphers'),
    ),
    forbid('main-apart-from-page', 'Main does, the page shows.', { path: '^(main|preload|shared|practice|hub)/' }, { path: '^renderer/' }),
    forbid(
      'practice-is-separate',
      'The practice provider is a program of its own: shared and packages only.',
      { path: '^practice/' },
      { path: '^(main|preload|renderer|hub|scripts)/' },
    ),
    forbid(
      'practice-at-the-edge',
      'The domain does not know the practice provider.',
      { path: '^(shared|renderer|preload)/' },
      { path: '^practice/' },
    ),
    forbid(
      'hub-uses',
      'The hub imports shared, platform and the doors of web-service and records. A file that is loaded on demand is named itself.',
      { path: '^hub/' },
      { path: '^(main|preload|renderer|practice)/', pathNot: ['^main/platform/', ...doors(['web-service', 'records'])], dynamic: false },
    ),
    forbid(
      'hub-at-the-edge',
      'Only the command line starts the hub, and loads it on use.',
      { path: '^(main|preload|renderer|shared|practice)/', pathNot: '^main/cli/' },
      { path: '^hub/' },
    ),
    forbid('pg-in-hub', 'Only the hub speaks to PostgreSQL.', { path: source, pathNot: ['^hub/', '^test/'] }, npm('pg')),
    forbid('nothing-imports-test', 'Tests use the product, not the other way round.', { pathNot: '^test/' }, { path: '^test/' }),
    forbid(
      'no-dev-tools',
      'The product imports nothing that only builds or tests it.',
      { path: '^(main|preload|renderer|shared|practice|hub)/' },
      {
        path: `${anyPackage}(playwright|vitest|vite|fast-check|@axe-core|@biomejs|electron-builder|dependency-cruiser|knip)/`,
        pathNot: `${anyPackage}vite/(client|types)`,
      },
    ),
  ],
  options: {
    parser: 'swc',
    // Type-only imports count as well.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|release|test-results)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types', 'require'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
