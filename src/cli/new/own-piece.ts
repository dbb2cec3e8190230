import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { CONFIG_FILES } from '#src/extensions/config.ts';
import { titleOf } from '#src/shared/title-of.ts';
import { UsageError } from '../command.ts';
import type { NewFile } from './files.ts';
import type { PieceKind, PieceName } from './names.ts';

/* A project's own widget or action, with its test and its line in capiz.config.mjs. */

export function beginOwnPiece(root: string, kind: PieceKind, name: PieceName): readonly NewFile[] {
  return [...(kind === 'widget' ? widgetFiles(name) : actionFiles(name)), addToConfig(root, kind, name)];
}

function widgetFiles({ name, variable, type }: PieceName): readonly NewFile[] {
  return [
    {
      path: `widgets/${name}.mjs`,
      text: `import { defineWidget } from '@capiz/renderer';

export const ${variable} = defineWidget({
  name: '${name}',
  schema: {
    description: 'What it shows.',
    required: ['text'],
    properties: {
      text: { $ref: 'value.schema.json#/$defs/text', description: 'The words that are shown.' },
    },
    examples: [{ 'x-title': 'On Sunday', text: 'Open on Sunday' }],
  },
  load: () => import('./${name}-view.mjs').then(({ ${type} }) => ${type}),
});
`,
    },
    {
      path: `widgets/${name}-view.mjs`,
      text: `import { createElement } from 'react';

/** @param {import('@capiz/renderer').WidgetProps<{ text: import('@capiz/renderer').Words }>} given */
export function ${type}({ props, id }) {
  // A loading value is not a string.
  return createElement('p', { id }, typeof props.text === 'string' ? props.text : '…');
}
`,
    },
    testFile(
      `widgets/${name}.test.mjs`,
      name,
      `{ type: '${name}', text: 'Open on Sunday' }`,
      `expect(screen.page.getByText('Open on Sunday')).toBeTruthy();`,
    ),
  ];
}

function actionFiles({ name, variable }: PieceName): readonly NewFile[] {
  return [
    {
      path: `actions/${name}.mjs`,
      text: `import { defineAction } from '@capiz/renderer';

export const ${variable} = defineAction({
  name: '${name}',
  schema: {
    description: 'What it does.',
    required: ['text'],
    properties: {
      text: { $ref: 'value.schema.json#/$defs/text', description: 'The words that are shown.' },
    },
  },
  run({ props, engine }) {
    engine.notices.toast(String(props.text), 'info');
  },
});
`,
    },
    testFile(
      `actions/${name}.test.mjs`,
      name,
      `{ type: 'button', text: 'Go on', on: { tap: [{ do: '${name}', text: 'Open on Sunday' }] } }`,
      `await screen.user.click(screen.page.getByRole('button', { name: 'Go on' }));
  await screen.wait();
  expect(screen.tree()).toContain('Open on Sunday');`,
    ),
  ];
}

function testFile(path: string, name: string, node: string, looks: string): NewFile {
  return {
    path,
    text: `// @vitest-environment jsdom
import { renderScreen } from 'capiz/testing';
import { afterEach, expect, it } from 'vitest';

let screen;
afterEach(() => screen?.close());

it('says its text', async () => {
  screen = await renderScreen({
    $schema: '../node_modules/capiz/schemas/screen.schema.json',
    grammar: ${GRAMMAR},
    id: 'test-${name}',
    title: '${titleOf(name)}',
    body: [${node}],
  });
  ${looks}
  // The first screen of a run compiles the project: on a busy machine that takes longer than Vitest's five seconds.
}, 60_000);
`,
  };
}

function addToConfig(root: string, kind: PieceKind, { name, variable }: PieceName): NewFile {
  const line = `import { ${variable} } from './${kind}s/${name}.mjs';\n`;
  const path = CONFIG_FILES.find((file) => existsSync(join(root, file)));
  if (path === undefined) {
    const text = `import { defineConfig } from '@capiz/renderer';\n${line}\nexport default defineConfig({ ${kind}s: [${variable}] });\n`;
    return { path: CONFIG_FILES[0], text };
  }
  const before = readFileSync(join(root, path), 'utf8');
  const listed = before.replace(new RegExp(`\\b${kind}s\\s*:\\s*\\[(\\s*\\])?`), (found, isEmpty) =>
    isEmpty === undefined ? `${found}${variable}, ` : `${kind}s: [${variable}]`,
  );
  const text =
    listed === before ? before.replace('defineConfig({', `defineConfig({ ${kind}s: [${variable}],`) : listed;
  if (text === before)
    throw new UsageError(`${path} has no "${kind}s: [" and no "defineConfig({" where it could be listed`);
  // Below the other imports, or at the start of the file.
  const imports = [...text.matchAll(/^import [^;]*;\n/gm)].at(-1);
  const at = imports === undefined ? 0 : imports.index + imports[0].length;
  return { path, text: `${text.slice(0, at)}${line}${text.slice(at)}`, isEdit: true };
}
