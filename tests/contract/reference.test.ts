// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import functions from '#schemas/functions.json';
import { fetchWidgets, WIDGET_TYPES } from '#renderer/widgets/index.ts';
import { drawFixture, type WidgetFixture, widgetFixtures } from '#renderer/widgets/testing.ts';
import { allCodes } from '#src/cli/all-codes.ts';
import { completeWindow } from '#src/testing/dom.ts';
import { readTree } from '#src/testing/read-tree.ts';
import {
  type Example,
  type FunctionExample,
  type Outcome,
  ROOT_MEANINGS,
  writeActionsPage,
  writeDocumentsPage,
  writeFunctionsPage,
  writeIndexPage,
  writeProblemsPage,
  writeValuesPage,
  writeWidgetPage,
} from '#tests/reference/pages.ts';
import { ROOTS } from '#renderer/grammar/expression/names.ts';
import {
  nameOf,
  readCatalogue,
  readSchema,
  schemaFiles,
  unexplainedMembers,
} from '#tests/reference/schemas.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { compileExpression } from '#renderer/grammar/expression/index.ts';
import { evaluate } from '#renderer/plan/evaluate.ts';
// Without the functions of grammar 5 the examples that call one fail.
import '#renderer/plan/more-functions.ts';
import { type Expression, Failure } from '#renderer/plan/expression.ts';
import { createScope } from '#renderer/plan/scope.ts';
import { OPERATORS, REFUSED } from '#tests/reference/operators.ts';
import { context, languageCases, sampleData } from './language-cases.ts';

/*
 * docs/reference is made from the schemas, the fixtures and the texts of `capiz explain`. This test checks that it is
 * current: `npx vitest run tests/contract/reference.test.ts --update=all`.
 */

const ROOT = join(import.meta.dirname, '../..');
const PAGES = join(ROOT, 'docs/reference');
const entries = [...readCatalogue('widget.schema.json'), ...readCatalogue('overlay.schema.json')];

beforeAll(async () => {
  completeWindow(window);
  await fetchWidgets(WIDGET_TYPES);
});

const scope = createScope(sampleData);

const drawn = new Map<string, readonly Example[]>();

function examplesOfWidget(type: string): readonly Example[] {
  const examples = drawn.get(type) ?? drawExamples(type);
  drawn.set(type, examples);
  return examples;
}

function drawExamples(type: string): readonly Example[] {
  const valid = widgetFixtures.filter((one) => one.type === type && one.isValid);
  return valid.map(({ file, fixture }) => {
    drawFixture(fixture);
    const tree = withoutScreen(readTree(document).map(({ text }) => text));
    cleanup();
    return { file, source: fixture.node, given: describeGiven(fixture), tree: tree.join('\n') };
  });
}

/** The content of a screen, without its heading and its main element. */
function withoutScreen(tree: readonly string[]): readonly string[] {
  const main = tree.indexOf('main');
  return main < 0 ? tree : tree.slice(main + 1).map((line) => line.replace(/^ {2}/, ''));
}

/** Whether plans have the widget: the compiler replaces some by others. */
function isRendered(type: string): boolean {
  return shapes.widgets[type]?.isLowered !== true;
}

function describeGiven(fixture: WidgetFixture): readonly string[] {
  const { value, problem, required, busy, enabled, steps } = fixture;
  return [
    ...(value === undefined ? [] : [`the value \`${JSON.stringify(value)}\``]),
    ...(problem === undefined ? [] : [`the problem “${problem}”`]),
    ...(required === true ? ['an answer required'] : []),
    ...(busy === true ? ['its list running'] : []),
    ...(enabled === false ? ['`enabledWhen` false'] : []),
    ...(steps === undefined ? [] : [`step ${steps.number} of ${steps.count}`]),
  ];
}

function examplesOfAction(name: string): readonly Example[] {
  const folder = join(ROOT, 'fixtures/actions', name);
  return readdirSync(folder)
    .filter((file) => file.startsWith('valid-') || file === 'valid.json')
    .sort()
    .map((file) => ({ file, source: JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown }));
}

/** Simple cases: the function is the outermost call, and the case has a value. */
function examplesOfFunction(name: string): readonly FunctionExample[] {
  const shortest = new Map<string, FunctionExample>();
  for (const { subject, verdict, value, given } of languageCases) {
    if (given !== undefined) continue;
    const expression = String(subject);
    const isCall = expression.startsWith(`${name}(`) || expression.includes(`.${name}(`);
    if (verdict === 'accepted' && isCall && value !== undefined)
      shortest.set(expression, { expression, value });
  }
  return [...shortest.values()].sort((a, b) => a.expression.length - b.expression.length).slice(0, 4);
}

/** @throws Error if an example fails: the page would show the failure as its value. */
function resultOf(lowered: Expression): ReturnType<typeof evaluate> {
  const result = evaluate(lowered, scope);
  if (result instanceof Failure) throw new Error(`${JSON.stringify(lowered)} fails: ${result.reason}`);
  return result;
}

function evaluateExample(expression: string): Outcome {
  const strict = compileExpression(expression, context, {});
  if (strict.typed !== undefined) return { kind: 'value', value: resultOf(strict.typed.lowered) };
  const { typed } = compileExpression(expression, context, { mayBeAbsent: true });
  if (typed !== undefined) return { kind: 'optional', value: resultOf(typed.lowered) };
  const [problem] = strict.problems;
  return { kind: 'refused', why: [problem?.message, problem?.help].filter(Boolean).join(' Help: ') };
}

function examplesOfCode(code: string): readonly string[] {
  return ['fixtures/bad', 'fixtures/lint', 'fixtures/bad/fixtures'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith('.json'))
      .filter((file) => readFileSync(join(ROOT, folder, file), 'utf8').startsWith(`// expect: ${code} `))
      .sort()
      .map((file) => `${folder}/${file}`),
  );
}

const pages: readonly (readonly [path: string, write: () => string])[] = [
  ['README.md', writeIndexPage],
  ['documents.md', writeDocumentsPage],
  ['values.md', writeValuesPage],
  ['actions.md', () => writeActionsPage(examplesOfAction)],
  ['functions.md', () => writeFunctionsPage(examplesOfFunction, evaluateExample)],
  ['problems.md', () => writeProblemsPage(allCodes, examplesOfCode)],
  ...entries.map(
    (entry) =>
      [`widgets/${nameOf(entry)}.md`, () => writeWidgetPage(entry, examplesOfWidget(nameOf(entry)))] as const,
  ),
];

describe('docs/reference has every document, widget, action, function and problem code', () => {
  it.each(pages)('%s', async (path, write) => {
    await expect(write()).toMatchFileSnapshot(join(PAGES, path));
  });

  it('has no page of a removed widget', () => {
    const known = new Set(entries.map((entry) => `${nameOf(entry)}.md`));
    expect(readdirSync(join(PAGES, 'widgets')).filter((page) => !known.has(page))).toEqual([]);
  });
});

describe('docs/reference explains every member and every root', () => {
  it.each(schemaFiles())('%s has a sentence for each member', (file) => {
    expect(unexplainedMembers(file, readSchema(file))).toEqual([]);
  });

  it('a member without a description is found everywhere, also in a list of options', () => {
    const one = {
      properties: { ok: { description: 'What the member is for.' }, which: { description: 'Which.' } },
    };
    const schema = { $defs: { record: { anyOf: [{ type: 'string' }, one] } }, properties: { none: {} } };
    expect(unexplainedMembers('planted.schema.json', schema).map(({ pointer }) => pointer)).toEqual([
      '/$defs/record/anyOf/1/properties/which',
      '/properties/none',
    ]);
  });

  it('every row of a table of members has a description', () => {
    const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.md'),
    );
    const empty = files.flatMap((file) =>
      readFileSync(join(PAGES, file), 'utf8')
        .split('\n')
        .filter((row) => /^\| `.*\|\s*\|$/.test(row))
        .map((row) => `${file}: ${row}`),
    );
    expect(empty).toEqual([]);
  });

  it('every root of expressions has a row', () => {
    const ofScenarios = ['memory', 'order'];
    const ofSomeScreens = ['pages'];
    expect(Object.keys(ROOT_MEANINGS).sort()).toEqual([...ROOTS, ...ofScenarios, ...ofSomeScreens].sort());
  });
});

describe('docs/reference explains every operator of expressions', () => {
  it('each operator and macro of SPEC.md has a section', () => {
    const text = readFileSync(join(ROOT, 'renderer/grammar/SPEC.md'), 'utf8');
    const written = ['X3', 'X4', 'X5', 'X6', 'X16'].flatMap((rule) => {
      const [sentence = ''] = text.split(`- **${rule}** `)[1]?.split(/\. |\n/) ?? [];
      return [...sentence.matchAll(/`([^`]+)`/g)].flatMap(([, names = '']) => names.split(' '));
    });
    expect(written.length).toBeGreaterThan(15);
    const explained = OPERATORS.flatMap(({ names }) => names);
    expect(written.filter((name) => !explained.includes(name))).toEqual([]);
  });

  it.each(
    OPERATORS.flatMap(({ title, examples }) => examples.slice(0, 2).map((one) => [title, one] as const)),
  )('%s: the example %s has a value', (_title, expression) => {
    expect(evaluateExample(expression).kind).toBe('value');
  });

  it('an example is absent only if the checker allows it', () => {
    const outcomes = OPERATORS.flatMap(({ examples }) => examples).map(evaluateExample);
    expect(outcomes.filter((one) => one.kind === 'value' && one.value === undefined)).toEqual([]);
    expect(
      outcomes.filter((one) => one.kind === 'optional' && one.value === undefined).length,
    ).toBeGreaterThan(5);
  });

  it.each(REFUSED)('%s is refused with an alternative', (expression) => {
    const { problems } = compileExpression(expression, context, { mayBeAbsent: true });
    expect(problems[0]?.help).toBeDefined();
  });
});

describe('the examples of docs/reference are tested', () => {
  it.each(Object.keys(functions))('the function %s has an example with its value', (name) => {
    expect(examplesOfFunction(name)).not.toEqual([]);
  });

  it.each(entries.map(nameOf).filter(isRendered))(
    'the widget %s is rendered, and its page shows the text',
    (name) => {
      const examples = examplesOfWidget(name);
      expect(examples).not.toEqual([]);
      expect(examples.some(({ tree }) => tree !== '')).toBe(true);
    },
  );

  it('every link has a target', () => {
    for (const file of readdirSync(PAGES, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.md')) continue;
      const text = readFileSync(join(PAGES, file), 'utf8');
      for (const [, path = '', anchor] of text.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
        const target = join(PAGES, file, '..', path);
        const found = path === '' ? text : readTarget(target);
        expect(found, `${file} leads to ${path}`).toBeDefined();
        if (anchor !== undefined && found !== undefined)
          expect(anchorsOf(found), `${file} leads to ${path}#${anchor}`).toContain(anchor);
      }
    }
  });
});

/** The text of a page; for a folder or another file only whether it exists. */
function readTarget(path: string): string | undefined {
  try {
    return path.endsWith('.md') ? readFileSync(path, 'utf8') : String(readdirSync(join(path, '..')).length);
  } catch {
    return undefined;
  }
}

function anchorsOf(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
  const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return [...headings, ...named];
}
