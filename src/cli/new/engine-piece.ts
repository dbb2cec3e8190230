import * as v from 'valibot';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { titleOf } from '#src/shared/title-of.ts';
import { UsageError } from '../command.ts';
import { type NewFile, newJson } from './files.ts';
import type { PieceKind, PieceName } from './names.ts';

/* A widget or action of the engine: its schema, folder, test, valid and invalid fixtures, and its entries in lists. */

/** Whether the folder has the engine: its repository, or the package for operators, which has no sources. */
export function isEngine(root: string): boolean {
  return existsSync(join(root, 'schemas/widget.schema.json'));
}

/** Whether the folder is an unpacked package for operators: it is built, and has neither generators nor a lock file. */
export function isOperatorPackage(root: string): boolean {
  return isEngine(root) && !existsSync(join(root, 'schemas/generate.mjs'));
}

export function beginEnginePiece(root: string, kind: PieceKind, name: PieceName): readonly NewFile[] {
  return kind === 'widget' ? beginWidget(root, name) : beginAction(root, name);
}

function beginWidget(root: string, { name, variable, type }: PieceName): readonly NewFile[] {
  const folder = `renderer/widgets/${name}`;
  return [
    newJson(`schemas/widgets/${name}.schema.json`, {
      ...schemaHead(name, 'What it shows.', '../node.schema.json#/$defs/node', ['type', 'text']),
      properties: {
        type: { const: name },
        text: { $ref: '../value.schema.json#/$defs/text', description: 'The words that are shown.' },
      },
      'x-since': GRAMMAR,
      examples: [{ type: name, text: 'Text' }],
    }),
    {
      path: `${folder}/${name}.tsx`,
      text: `import { Words } from '../../kit/words.tsx';
import { defineWidget } from '../define-widget.ts';
import type { ${type}Props } from '../props.generated.ts';
import './${name}.css';

export const ${variable} = defineWidget<${type}Props>({
  type: '${name}',
  Widget: ({ props, id }) => (
    <p id={id} className="cz-${name}">
      <Words of={props.text} lang={props.spoken?.text} />
    </p>
  ),
});
`,
    },
    {
      path: `${folder}/${name}.css`,
      text: `.cz-${name} {
  margin: 0;
  font: var(--cz-type-body);
  overflow-wrap: anywhere;
}
`,
    },
    {
      path: `${folder}/${name}.test.tsx`,
      text: `// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

it('says its text', async () => {
  drawNodes(fakeNode('${name}', { props: { text: 'Open on Sunday' } }));
  expect(await page.findByText('Open on Sunday')).toBeDefined();
});
`,
    },
    newJson(`fixtures/widgets/${name}/valid-usual.json`, {
      node: { type: name, text: 'Open on Sunday' },
      props: { text: 'Open on Sunday' },
    }),
    newJson(`fixtures/widgets/${name}/invalid-no-text.json`, { node: { type: name } }),
    listedInSchema(root, 'schemas/widget.schema.json', `widgets/${name}.schema.json`),
    edited(root, 'renderer/widgets/index.ts', [
      [
        /^(?= {2}part: )/m,
        `  ${keyOf(name)}: () => import('./${name}/${name}.tsx').then((module) => module.${variable}),\n`,
      ],
    ]),
  ];
}

function beginAction(root: string, { name, variable }: PieceName): readonly NewFile[] {
  const folder = `renderer/actions/${name}`;
  const entry = name === variable ? `  ${name},` : `  '${name}': ${variable},`;
  return [
    newJson(`schemas/actions/${name}.schema.json`, {
      ...schemaHead(name, 'What it does.', '../action-common.schema.json#/$defs/common', ['do', 'text']),
      properties: {
        do: { const: name },
        text: { $ref: '../value.schema.json#/$defs/text', description: 'The words that are shown.' },
      },
      'x-since': GRAMMAR,
    }),
    {
      path: `${folder}/${name}.ts`,
      text: `import { defineAction } from '../define-action.ts';

export const ${variable} = defineAction({
  name: '${name}',
  required: ['text'],
  shown: ['text'],
  run({ props, engine }) {
    engine.notices.toast(String(props['text']), 'info');
  },
});
`,
    },
    {
      path: `${folder}/${name}.test.ts`,
      text: `import { expect, it } from 'vitest';
import { act, play } from '../testing.ts';

it('says its text', async () => {
  const { tap, toasts } = await play({ tap: [act('${name}', { text: 'Open on Sunday' })] });
  await tap();
  expect(toasts()).toEqual(['Open on Sunday']);
});
`,
    },
    newJson(`fixtures/actions/${name}/valid.json`, { do: name, text: 'Open on Sunday' }),
    newJson(`fixtures/actions/${name}/invalid-without-text.json`, { do: name }),
    listedInSchema(root, 'schemas/action.schema.json', `actions/${name}.schema.json`),
    edited(root, 'renderer/actions/index.ts', [
      [/\n\n\/\*\* Every/, `\nimport { ${variable} } from './${name}/${name}.ts';\n\n/** Every`],
      [/^ {2}\| '[a-z-]+';$/m, (line) => `${line.slice(0, -1)}\n  | '${name}';`],
      [/^\} satisfies/m, `${entry}\n} satisfies`],
    ]),
  ];
}

function schemaHead(name: string, description: string, common: string, required: readonly string[]) {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: titleOf(name),
    description,
    type: 'object',
    allOf: [{ $ref: common }],
    required,
    unevaluatedProperties: false,
    patternProperties: { '^x-': true },
  };
}

/** A schema that lists all widgets or all actions, with its members in the order of the file. */
const CATALOGUE_SCHEMA = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.unknown()),
  v.check(({ oneOf }) => Array.isArray(oneOf)),
);

function listedInSchema(root: string, path: string, entry: string): NewFile {
  const schema = v.parse(CATALOGUE_SCHEMA, readFileSync(join(root, path), 'utf8'));
  return {
    ...newJson(path, { ...schema, oneOf: [...(schema['oneOf'] as unknown[]), { $ref: entry }] }),
    isEdit: true,
  };
}

/** @throws UsageError if the file no longer has the expected lines. */
function edited(
  root: string,
  path: string,
  changes: readonly (readonly [where: RegExp, text: string | ((found: string) => string)])[],
): NewFile {
  const text = changes.reduce(
    (before, [where, change]) => {
      const after = before.replace(where, (found) => (typeof change === 'string' ? change : change(found)));
      if (after === before) throw new UsageError(`${path} has no place where its line could go`);
      return after;
    },
    readFileSync(join(root, path), 'utf8'),
  );
  return { path, text, isEdit: true };
}

const keyOf = (name: string): string => (name.includes('-') ? `'${name}'` : name);
