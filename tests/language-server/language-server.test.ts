import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  DocumentSymbol,
  Hover,
  Location,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Editor } from './client.ts';

const ORDER = 'screens/order.screen.json';
const CONTRACT = 'schemas/api/order-details.endpoint.json';
const CATALOGUE = 'screens/messages/fil-PH.json';
const SCENARIO = 'fixtures/scenarios/repayable.json';

let root = '';
let editor: Editor;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'capiz-lsp-'));
  for (const folder of [
    'screens',
    'schemas',
    'fixtures/api',
    'fixtures/scenarios',
    'fixtures/states',
    'fixtures/scripts',
  ])
    cpSync(folder, join(root, folder), { recursive: true });
  cpSync('fixtures/service.json', join(root, 'fixtures/service.json'));
  editor = await Editor.start(root);
  await editor.open(ORDER);
}, 180_000);

afterAll(() => rmSync(root, { recursive: true }));

const codesOf = (path: string): readonly unknown[] => editor.problemsOf(path).map(({ code }) => code);
const labelsOf = (items: readonly CompletionItem[]): readonly string[] => items.map(({ label }) => label);
const linesOf = (locations: readonly Location[], path: string): readonly number[] =>
  locations.filter(({ uri }) => uri === editor.uri(path)).map(({ range }) => range.start.line + 1);

describe('widgets of a project', () => {
  it('are completed and explained as those of the language', async () => {
    const own = mkdtempSync(join(tmpdir(), 'capiz-lsp-own-'));
    cpSync('fixtures/consumer/screens', join(own, 'screens'), { recursive: true });
    cpSync('fixtures/consumer/fixtures', join(own, 'fixtures'), { recursive: true });
    const schema = {
      description: 'A card that fills with stamps.',
      required: ['label', 'count'],
      properties: {
        label: { $ref: 'value.schema.json#/$defs/text', description: 'What is collected.' },
        count: { $ref: 'value.schema.json#/$defs/integer', description: 'How many there are.' },
        shape: { enum: ['round', 'square'], description: 'The form of a stamp.' },
      },
    };
    writeFileSync(
      join(own, 'capiz.config.mjs'),
      `export default { widgets: [{ name: 'stamps', schema: ${JSON.stringify(schema)}, load: () => undefined }] };`,
    );
    const card = 'screens/own.screen.json';
    const text = JSON.stringify({ body: [{ type: 'stamps', label: 'Bread', count: 1, shape: 'round' }] });
    const client = await Editor.start(own);
    try {
      await client.openText(card, text);
      const values = await client.ask<CompletionItem[]>('completion', card, '"round"', {}, 1);
      expect(labelsOf(values)).toEqual(expect.arrayContaining(['round', 'square']));
      const hover = await client.ask<Hover>('hover', card, '"shape"', {}, 2);
      expect(JSON.stringify(hover)).toContain('The form of a stamp.');
      const types = await client.ask<CompletionItem[]>('completion', card, '"stamps"', {}, 1);
      expect(labelsOf(types)).toContain('stamps');
    } finally {
      await client.close();
      rmSync(own, { recursive: true });
    }
  });
});

describe('problems', () => {
  it('are told for the open document, and the whole project has none', async () => {
    await editor.until(() => editor.isTold(ORDER), 'the problems of the order');
    expect(codesOf(ORDER)).toEqual([]);
  });

  it('appear while a person types, with code, place and advice, and a fix that changes the text', async () => {
    const version = await editor.replace(ORDER, '"endpoint": "order-details"', '"endpoint": "order-detials"');
    await editor.until(
      () => editor.checkedVersion(ORDER) === version && codesOf(ORDER).length > 0,
      'the misspelt endpoint',
    );
    const [problem] = editor.problemsOf(ORDER);
    expect(problem).toMatchObject({ severity: 1, source: 'capiz' });
    expect(problem?.message).toContain('Did you mean "order-details"?');
    const line = editor.textOf(ORDER).split('\n')[problem?.range.start.line ?? 0] ?? '';
    expect(line.slice(problem?.range.start.character, problem?.range.end.character)).toBe('"order-detials"');
    const actions = await editor.askAll<CodeAction[]>('codeAction', ORDER, {
      range: problem?.range,
      context: { diagnostics: [problem] },
    });
    const [edit] = actions[0]?.edit?.changes?.[editor.uri(ORDER)] ?? [];
    expect(actions[0]?.title).toBe('Change to “order-details”');
    expect(edit?.newText).toMatch(/^[a-z]+$/);
    await editor.replace(ORDER, '"endpoint": "order-detials"', '"endpoint": "order-details"');
    await editor.until(() => codesOf(ORDER).length === 0, 'no problem any more');
  });

  it('of other documents are told when a contract loses a member that they read', async () => {
    await editor.open(CONTRACT);
    await editor.replace(CONTRACT, '"playeduL": {', '"played": {');
    await editor.until(
      () => codesOf(ORDER).includes('expression/unknown-member'),
      'the reader of the member',
    );
    await editor.replace(CONTRACT, '"played": {', '"playeduL": {');
    await editor.until(() => codesOf(ORDER).length === 0, 'no problem any more');
    expect(codesOf(CONTRACT)).toEqual([]);
  });

  it('of fixtures and catalogues are told, also those of lint rules', async () => {
    await editor.open(SCENARIO);
    await editor.open(CATALOGUE);
    await editor.replace(SCENARIO, '"title"', '"titel"');
    writeFileSync(join(root, SCENARIO), editor.textOf(SCENARIO));
    await editor.save(SCENARIO);
    await editor.until(() => codesOf(SCENARIO).length > 0, 'the misspelt member of the scenario');
    await editor.replace(SCENARIO, '"titel"', '"title"');
    writeFileSync(join(root, SCENARIO), editor.textOf(SCENARIO));
    await editor.save(SCENARIO);
    await editor.until(() => codesOf(SCENARIO).length === 0, 'a sound scenario');
    await editor.replace(CATALOGUE, '"messages": {', '"messages": { "Nobody says this": { "text": "Wala" },');
    await editor.until(() => codesOf(CATALOGUE).length > 0, 'the translation of nothing');
    expect(codesOf(CATALOGUE)).toEqual(['messages/unused']);
    await editor.replace(CATALOGUE, '"messages": { "Nobody says this": { "text": "Wala" },', '"messages": {');
  });
});

describe('completion', () => {
  const complete = async (after: string, typed: string): Promise<readonly CompletionItem[]> => {
    await editor.replace(ORDER, after, after + typed);
    const items = await editor.ask<CompletionItem[]>(
      'completion',
      ORDER,
      after + typed,
      {},
      after.length + typed.indexOf('|'),
    );
    await editor.replace(ORDER, after + typed, after);
    return items;
  };

  it('offers members that a record lacks', async () => {
    const items = await complete('"id": "order",', '"|"');
    expect(labelsOf(items)).toEqual(expect.arrayContaining(['layout', 'timers']));
    expect(labelsOf(items)).not.toContain('title');
  });

  it('offers endpoints and screens where a name of one is expected', async () => {
    const endpoints = await editor.ask<CompletionItem[]>(
      'completion',
      ORDER,
      '"endpoint": "order-details"',
      {},
      14,
    );
    expect(labelsOf(endpoints)).toEqual(expect.arrayContaining(['order-details', 'pay-code']));
    const parts = await editor.ask<CompletionItem[]>('completion', ORDER, '"part": "order-summary"', {}, 10);
    expect(labelsOf(parts)).toEqual(expect.arrayContaining(['order-summary', 'pay-code']));
  });

  it('offers paths with their types, and functions, inside an expression', async () => {
    const items = await editor.ask<CompletionItem[]>(
      'completion',
      ORDER,
      'data.order.orderStatus',
      {},
      'data.order.'.length,
    );
    const status = items.find(({ label }) => label === 'orderStatus');
    expect(status?.detail).toContain('Text');
    const roots = await editor.ask<CompletionItem[]>('completion', ORDER, 'data.order.orderStatus', {}, 0);
    expect(labelsOf(roots)).toEqual(expect.arrayContaining(['data', 'params', 'size']));
    expect(roots.find(({ label }) => label === 'size')?.detail).toContain('→');
  });

  it('offers names in fixtures', async () => {
    const states = 'fixtures/states/order.json';
    await editor.open(states);
    const items = await editor.ask<CompletionItem[]>('completion', states, '"scenario": "repayable"', {}, 13);
    expect(labelsOf(items)).toEqual(expect.arrayContaining(['repayable', 'popup-rating']));
  });
});

describe('hover', () => {
  it('explains a path by its type, and a widget by its description', async () => {
    const path = await editor.ask<Hover>(
      'hover',
      ORDER,
      'data.order.orderStatus',
      {},
      'data.order.or'.length,
    );
    expect(JSON.stringify(path.contents)).toContain('data.order.orderStatus: Text');
    const action = await editor.ask<Hover>('hover', ORDER, '"leave"', {}, 3);
    expect(JSON.stringify(action.contents)).toContain('Leave');
  });
});

describe('definition and references', () => {
  it('lead from an expression to the member of the contract', async () => {
    const found = await editor.ask<Location>(
      'definition',
      ORDER,
      'data.order.orderStatus',
      {},
      'data.order.or'.length,
    );
    expect(found.uri).toBe(editor.uri(CONTRACT));
    expect(editor.textOf(CONTRACT).split('\n')[found.range.start.line]).toContain('"orderStatus"');
  });

  it('lead from a screen to all that go there, over files', async () => {
    const found = await editor.ask<Location[]>(
      'references',
      ORDER,
      '"id": "order"',
      { context: { includeDeclaration: false } },
      8,
    );
    const files = new Set(found.map(({ uri }) => uri));
    expect(files.size).toBeGreaterThan(3);
    expect(files).toContain(editor.uri(SCENARIO));
    expect(linesOf(found, ORDER)).not.toContain(4);
  });

  it('lead from a fixture to the screen that it opens', async () => {
    const found = await editor.ask<Location>('definition', SCENARIO, '"order"', {}, 2);
    expect(found.uri).toBe(editor.uri(ORDER));
  });
});

describe('rename', () => {
  it('offers the name without its quotes, and changes it in all files, with the file’s own name', async () => {
    const range = await editor.ask<{ placeholder: string }>('prepareRename', ORDER, '"id": "order"', {}, 8);
    expect(range.placeholder).toBe('order');
    const edit = await editor.ask<WorkspaceEdit>(
      'rename',
      ORDER,
      '"id": "order"',
      { newName: 'order-two' },
      8,
    );
    const changes = edit.documentChanges ?? [];
    expect(changes).toContainEqual({
      kind: 'rename',
      oldUri: editor.uri(ORDER),
      newUri: editor.uri('screens/order-two.screen.json'),
    });
    expect(changes).toContainEqual({
      kind: 'rename',
      oldUri: editor.uri('fixtures/states/order.json'),
      newUri: editor.uri('fixtures/states/order-two.json'),
    });
  });

  it('is refused with the reason', async () => {
    const refused = editor.ask('rename', ORDER, '"id": "order"', { newName: 'repay' }, 8);
    await expect(refused).rejects.toThrow('There is already a screen "repay".');
  });
});

describe('a name that phones or the app around the page know', () => {
  it('is refused before a person types another one', async () => {
    await editor.open('screens/app.json');
    const asked = editor.ask('prepareRename', 'screens/app.json', '"deviceId"', {}, 3);
    await expect(asked).rejects.toThrow('The app around the page sends the session by these names.');
  });
});

describe('a document', () => {
  it('is formatted as by capiz fmt', async () => {
    expect(
      await editor.askAll<TextEdit[]>('formatting', ORDER, { options: { tabSize: 4, insertSpaces: true } }),
    ).toEqual([]);
    await editor.replace(ORDER, '"id": "order",\n  ', '"id":"order",  ');
    const edits = await editor.askAll<TextEdit[]>('formatting', ORDER, {
      options: { tabSize: 4, insertSpaces: true },
    });
    const formatted = edits.reduceRight(
      (text, edit) => editor.apply(ORDER, text, edit),
      editor.textOf(ORDER),
    );
    expect(formatted).toContain('  "id": "order",\n  "description"');
    await editor.replace(ORDER, '"id":"order",  ', '"id": "order",\n  ');
  });

  it('has an outline of its nodes', async () => {
    const outline = await editor.askAll<DocumentSymbol[]>('documentSymbol', ORDER);
    const body = outline.find(({ name }) => name === 'body');
    expect(body?.children?.length).toBeGreaterThan(2);
  });

  it('shows how many states show a node, and who uses a part and a contract', async () => {
    await editor.until(() => editor.lensRefreshes > 0, 'the counts of the states');
    const lenses = await editor.askAll<CodeLens[]>('codeLens', ORDER);
    const titles = lenses.map(({ command }) => command?.title ?? '');
    expect(titles).toContainEqual(expect.stringMatching(/^shown in \d+ of \d\d states$/));
    const ofContract = await editor.askAll<CodeLens[]>('codeLens', CONTRACT);
    expect(ofContract.map(({ command }) => command?.title)).toEqual([
      expect.stringMatching(/^called by \d+ screens?$/),
    ]);
    await editor.open('screens/parts/pay-code.part.json');
    const ofPart = await editor.askAll<CodeLens[]>('codeLens', 'screens/parts/pay-code.part.json');
    expect(ofPart[0]?.command?.title).toMatch(/^rendered by [1-9]\d* screens?$/);
  }, 120_000);
});

describe('a document outside of a project', () => {
  it('gets no answers, and breaks nothing', async () => {
    const outside = '../capiz-nowhere.screen.json';
    await editor.openText(outside, '{}');
    expect(
      await editor.askAll<TextEdit[]>('formatting', outside, { options: { tabSize: 2, insertSpaces: true } }),
    ).toEqual([]);
  });
});

describe('the server', () => {
  it('ends when the editor says so', async () => {
    expect(await editor.close()).toBe(0);
  });
});
