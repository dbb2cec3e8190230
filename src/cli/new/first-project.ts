import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { LOOKS, type SnapshotBlock, writeSnapshot } from '#src/testing/snapshot-file.ts';
import { writeAssistantPages } from './assistant-pages.ts';
import { EMPTY_APP } from './empty-app.ts';
import { type NewFile, newDocument, newJson } from './files.ts';

/** In a project outside the engine's folder the schemas come with the package. */
const SCHEMAS = 'node_modules/capiz/schemas';

/**
 * The files of a new project: the application, one screen with one state that a tap reaches and its snapshots, replies
 * for tests, a config for its own widgets, a pipeline that checks it, what git ignores, and pages for assistants.
 *
 * @param name - The app's name.
 * @param language - BCP 47: the language of the screens.
 */
export function beginProject(name: string, language: string): readonly NewFile[] {
  return [
    newDocument(APP_FILE, {
      $schema: `../${SCHEMAS}/app.schema.json`,
      grammar: GRAMMAR,
      name,
      languages: { default: language, list: [language] },
      ...EMPTY_APP,
      failures: {
        default: [{ do: 'notice', text: 'Something went wrong. Please try again.' }],
        dismissed: [],
        // A form shows its errors at its fields.
        invalid: [],
      },
    }),
    newDocument('screens/welcome.screen.json', {
      $schema: `../${SCHEMAS}/screen.schema.json`,
      grammar: GRAMMAR,
      id: 'welcome',
      routes: ['/'],
      title: 'Welcome',
      state: { isReady: { type: 'boolean', initial: false } },
      body: [
        { type: 'text', text: 'This is your first screen.', visibleWhen: '!state.isReady' },
        { type: 'status', tone: 'success', title: 'It works', visibleWhen: 'state.isReady' },
      ],
      bar: [
        {
          type: 'button',
          text: 'Try it',
          emphasis: 'primary',
          visibleWhen: '!state.isReady',
          on: { tap: [{ do: 'set', target: 'state.isReady', value: '${true}' }] },
        },
      ],
    }),
    newJson('fixtures/states/welcome.json', {
      $schema: `../../${SCHEMAS}/states.schema.json`,
      states: [
        {
          name: 'tried',
          title: 'Tried',
          shows: 'success',
          steps: [{ tap: 'Try it' }, { see: 'It works' }],
        },
      ],
    }),
    {
      path: `fixtures/snapshots/${language}/welcome.txt`,
      text: writeSnapshot('welcome', language, blocks(TOLD)),
    },
    { path: `fixtures/snapshots/${LOOKS}/welcome.txt`, text: writeSnapshot('welcome', LOOKS, blocks(SEEN)) },
    newJson('fixtures/scenarios/usual.json', {
      title: 'As usual',
      about: 'Nothing is asked of a service.',
      group: name,
      opens: ['welcome'],
      productId: '1',
      stages: { open: { replies: {} } },
    }),
    {
      path: 'capiz.config.mjs',
      text: `import { defineConfig } from '@capiz/renderer';

// Widgets and actions of your own: capiz new widget <name>.
export default defineConfig({ widgets: [], actions: [] });
`,
    },
    { path: '.github/workflows/capiz.yml', text: PIPELINE },
    { path: '.gitignore', text: IGNORED, yields: true },
    ...writeAssistantPages(name),
  ];
}

/** The expected snapshot of the screen above, by state. */
interface Drawn {
  readonly content: string;
  readonly tried: string;
}

const TOLD: Drawn = {
  content: `banner
  button "Back"
  heading 1 "Welcome"
main "This is your first screen."
contentinfo
  button "Try it"`,
  tried: `banner
  button "Back"
  heading 1 "Welcome" focused
main
  status
    heading 2 "It works"`,
};

const SEEN: Drawn = {
  content: `screen chrome-web
  icon normal back
  body stack
    text body tone-neutral
  bar stack
    button primary`,
  tried: `screen chrome-web
  icon normal back
  body stack
    status tone-success
      icon normal neutral
  bar stack`,
};

function blocks({ content, tried }: Drawn): readonly SnapshotBlock[] {
  return [
    { state: 'content', title: 'Default', lines: content.split('\n') },
    { state: 'tried', title: 'Tried', lines: tried.split('\n') },
  ];
}

/** Packages, screenshots and reports, and the data of a server with its token. */
const IGNORED = `node_modules/
dist/
shots/
.capiz/
`;

const PIPELINE = `name: screens
on: [push, pull_request]
jobs:
  screens:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: npm ci
      - run: npx capiz fmt --check
      - run: npx capiz check --max-warnings 0 --format github
      - run: npx capiz test
`;
