// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { isJson } from '#renderer/grammar/json.ts';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { KeysContext, openKeys } from '../keys/use-keys.ts';
import { setAt } from '../model/edits.ts';
import { allItems, outlineOf } from '../model/outline.ts';
import { openWorkspace } from '../model/workspace.ts';
import { ServerState } from '../queries/server-state.tsx';
import type { StudioScope } from '../use-studio.ts';
import { Right } from './inspector.tsx';

afterEach(cleanup);

const base = readProjectFiles('fixtures/consumer/insurance');
const documents = base.filter(({ path }) => /^screens\/.*\.json$/.test(path));

/** Every place of a value. */
function pointersIn(value: unknown, pointer = ''): readonly string[] {
  const inner = Array.isArray(value) || isJson(value) ? Object.entries(value) : [];
  return [
    pointer,
    ...inner.flatMap(([name, member]: [string, unknown]) => pointersIn(member, joinPointer(pointer, name))),
  ];
}

const places = documents.flatMap(({ path, text }) =>
  pointersIn(JSON.parse(text))
    .filter((pointer) => pointer !== '')
    .map((pointer) => ({ path, pointer })),
);

/** What somebody can write while they edit JSON: it can be read, and means nothing. */
const ODD: readonly unknown[] = [
  ...[
    'toString',
    'constructor',
    { toString: null },
    { type: 'toString' },
    [{ do: 'toString' }],
    [{ rule: 'toString' }],
  ],
  ...[null, true, false, 0, -1, 1.5, '', ' ', 'a(b', '${', '${a', '$&', '[a](b', '\\', 'a\nb\r'],
  ...[[], [null], [[]], [{}], ['a', 1, null], {}, { a: null }, { do: 'leave' }, { do: 'go' }, { do: 'x' }],
  ...[[{ do: 'leave' }], [{ do: 'choose', cases: [null] }], [{ do: 'request', catch: [null] }]],
  ...[{ choose: [] }, { choose: [null] }, { choose: ['a', { when: 1, value: null }] }, { type: 'x' }],
  ...[{ 'a(b': null }, { 'a(b': [], constructors: 1 }, [{ type: 'table' }], [{ type: 'form', rules: [0] }]],
];

const nothing = (): undefined => undefined;

/** The right pane for everything that can be selected in a document. */
function Everything({ path, text }: { readonly path: string; readonly text: string }) {
  const files = base.map((file) => (file.path === path ? { path, text } : file));
  const workspace = openWorkspace({ base: files });
  const view = workspace.snapshot();
  const document: unknown = JSON.parse(text);
  const items = [undefined, ...allItems(outlineOf(path, document))];
  const scope = {
    ...{ workspace, view, problems: view.problems, base: { files: base } },
    ...{ ask: () => new Promise(nothing), account: { name: 'ana', role: 'admin' } },
    ...{ screen: 'claim', saved: {}, states: [], threads: [], file: path },
    ...{
      open: { cases: {} },
      desk: { change: nothing },
      autosave: { begin: nothing },
      seenIn: () => new Map(),
    },
  };
  return items.map((item, at) => <Right key={at} scope={{ ...scope, item } as unknown as StudioScope} />);
}

async function showAll(path: string, text: string): Promise<void> {
  render(
    <KeysContext value={openKeys(localStorage, 'ana')}>
      <Everything {...{ path, text }} />
    </KeysContext>,
    { wrapper: ServerState },
  );
  // Twice: what is open can hold more.
  for (const _round of [1, 2]) {
    for (const details of document.querySelectorAll('details:not([open])')) {
      (details as HTMLDetailsElement).open = true;
      fireEvent(details, new Event('toggle'));
    }
    for (const step of document.querySelectorAll('.st-step-name[aria-expanded="false"]'))
      fireEvent.click(step);
  }
  await act(() => Promise.resolve());
}

/** What broke it before. */
const FOUND = (
  [
    ['/body/1/on/submit/2', { do: 'leave' }],
    ['/body/1/on/submit/2/do', [{ do: 'choose', cases: [null] }]],
    ['/body/1/on/submit/2/do', 'toString'],
    ['/body/1/on/submit/0/catch/0/run/1/data/0', { type: 'x' }],
    ['/body/1/body/0/rules/0/rule', { a: null }],
    ['/body/1/type', { a: null }],
  ] as const
).map(([pointer, odd]): [place: { path: string; pointer: string }, odd: unknown] => [
  { path: 'screens/claim.screen.json', pointer },
  odd,
]);

it('nothing that can be read as JSON breaks the right pane', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), fc.constantFrom(...ODD), async ({ path, pointer }, odd) => {
      const text = documents.find((one) => one.path === path)?.text ?? '';
      const changed = setAt({ path, text }, pointer, odd);
      try {
        await showAll(path, changed.text);
      } finally {
        cleanup();
      }
    }),
    { numRuns: 10, seed: 37, examples: FOUND },
  );
  expect(places.length).toBeGreaterThan(200);
}, 600_000);
